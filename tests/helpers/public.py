"""Robot descriptions of other people, of many kinds, and where they lie in packages that hold them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

SHARE = "cmeel.prefix/share/example-robot-data/robots"
# what it is, where it lies in site-packages, and options of the import
DESCRIPTIONS = (
    ("humanoid", f"{SHARE}/talos_data/robots/talos_full_v2.urdf", {}),
    ("humanoid with hands", f"{SHARE}/g1_description/urdf/g1_29dof_with_hand_rev_1_0.urdf", {}),
    ("humanoid", f"{SHARE}/romeo_description/urdf/romeo.urdf", {}),
    ("biped", f"{SHARE}/bolt_description/robots/bolt.urdf", {}),
    ("quadruped", f"{SHARE}/anymal_c_simple_description/urdf/anymal.urdf", {}),
    ("quadruped", f"{SHARE}/go2_description/urdf/go2.urdf", {}),
    ("quadruped", f"{SHARE}/solo_description/robots/solo12.urdf", {}),
    ("four legs, two arms, wheels", f"{SHARE}/centauro_description/urdf/centauro.urdf", {}),
    ("arm on a wheeled base", f"{SHARE}/pr2_description/urdf/pr2.urdf", {}),
    ("two arms, two hands, wheels", f"{SHARE}/tiago_description/robots/tiago_dual.urdf", {}),
    ("arm", f"{SHARE}/panda_description/urdf/panda.urdf", {"base": "fixed"}),
    ("arm", f"{SHARE}/ur_description/urdf/ur5_robot.urdf", {}),
    ("arm, continuous joints", f"{SHARE}/kinova_description/robots/kinova.urdf", {"base": "fixed"}),
    ("hand", f"{SHARE}/allegro_hand_description/urdf/allegro_right_hand.urdf", {"base": "fixed"}),
    ("flying arm", f"{SHARE}/hextilt_description/urdf/hextilt_flying_arm_5.urdf", {}),
    ("quadrotor", f"{SHARE}/iris_description/robots/iris.urdf", {}),
    ("human", f"{SHARE}/human_description/robots/human.urdf", {}),
    ("pendulum", f"{SHARE}/double_pendulum_description/urdf/double_pendulum.urdf", {"base": "fixed"}),
    ("droid on wheels", "pybullet_data/r2d2.urdf", {}),
    ("car", "pybullet_data/racecar/racecar.urdf", {}),
    ("fish", "dm_control/suite/fish.xml", {}),
    ("swimmer", "dm_control/suite/swimmer.xml", {}),
    ("cheetah", "dm_control/suite/cheetah.xml", {}),
    ("human, 56 joints", "dm_control/suite/humanoid_CMU.xml", {}),
    ("rat", "dm_control/locomotion/walkers/assets/rodent.xml", {}),
    ("dog", "dm_control/suite/dog.xml", {"part": "torso"}),
    ("quadruped", "dm_control/suite/quadruped.xml", {"part": "torso"}),
    ("pointer", "dm_control/suite/finger.xml", {}),
    ("ant", "gymnasium/envs/mujoco/assets/ant.xml", {}),
    ("hopper", "gymnasium/envs/mujoco/assets/hopper.xml", {}),
    ("humanoid", "gymnasium/envs/mujoco/assets/humanoid.xml", {}),
    ("swimmer", "gymnasium/envs/mujoco/assets/swimmer.xml", {}),
    ("hand and forearm", "gymnasium_robotics/envs/assets/adroit_hand/adroit_relocate.xml", {}),
    ("hand", "gymnasium_robotics/envs/assets/hand/reach.xml", {"allow_outside": True}),
    ("humanoid", "robosuite/models/assets/robots/gr1/robot.xml", {}),
    ("quadruped", "robosuite/models/assets/robots/spot/robot.xml", {}),
    ("arm", "robosuite/models/assets/robots/sawyer/robot.xml", {}),
    ("arm", "pybullet_data/kuka_iiwa/model.sdf", {"base": "fixed"}),
    ("arm with gripper", "pybullet_data/kuka_iiwa/kuka_with_gripper.sdf", {"base": "fixed"}),
    ("gripper", "pybullet_data/gripper/wsg50_one_motor_gripper_new.sdf", {}),
)


def find(place: str, folders: Sequence[Path]) -> Path | None:
    """The file in the first folder of packages that has it."""
    return next((folder / place for folder in folders if (folder / place).is_file()), None)
