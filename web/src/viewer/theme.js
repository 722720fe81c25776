/** Colours of the 3-D view, light and dark. */

export const THEMES = {
  light: {
    ground: 0xdde4eb,
    bed: 0xb4cfdd,
    glow: [0.17, 0.17, 0.17],
    line: 0x5b6b80,
    strong: 0x33445c,
    label: "#4a5a70",
    land: 0xe9dcc0,
    water: 0xcfe4f3,
    region: 0xe4e4e4,
    shallow: 0x9cc8e6,
    deep: 0x3f83b5,
    particle: 0x3a6f97,
    ghost: 0x6a5a86,
    obstacle: 0xcfc5b2,
    crease: 0x14202f,
    path: 0xc8553d,
    sky: 0xffffff,
    earth: 0xb9c2cc,
    sun: 0xffffff,
    hemisphere: 1.55,
    sunlight: 2.1,
    shadow: 0.32,
    bodies: {
      base: 0xd06a45,
      body: 0x3f8fc9,
      other: 0x6fb1de,
      wing: 0xe3a83f,
      oar: 0xe0a030,
      rower: 0x51627a,
      hull: 0xf4efe4,
      rod: 0x9aa5b1,
    },
    wake: 0x0b6f8f,
    arrows: [0x1f7a4a, 0xb3261e, 0x7b3fa0, 0x9a6200],
  },
  dark: {
    ground: 0x182230,
    bed: 0x16344a,
    glow: [0.018, 0.04, 0.055],
    line: 0x7f97b5,
    strong: 0xa9bfda,
    label: "#a9b9cd",
    land: 0x4a4333,
    water: 0x1d3d55,
    region: 0x333a44,
    shallow: 0x2c6a94,
    deep: 0x123a58,
    particle: 0x9cc7e6,
    ghost: 0xcdbdf0,
    obstacle: 0x7d7566,
    crease: 0x05090f,
    path: 0xff9b7a,
    sky: 0xcfe0f5,
    earth: 0x2a3442,
    sun: 0xfff4e2,
    hemisphere: 0.95,
    sunlight: 2.0,
    shadow: 0.55,
    bodies: {
      base: 0xef8a63,
      body: 0x4ea3de,
      other: 0x86c5ee,
      wing: 0xf0bb5c,
      oar: 0xf0b54d,
      rower: 0x8fa3bd,
      hull: 0xe9e2d2,
      rod: 0x8a97a6,
    },
    wake: 0x6fe3f2,
    arrows: [0x5fd694, 0xff7b72, 0xd0a2f0, 0xf2c14e],
  },
};

const SPARE = ["body", "wing", "rower", "other", "oar", "hull"];

/** Colour of a body by its role; bodies of a chain take two shades in turn, so that joints are seen. */
export function bodyColour(theme, role, rank, spare) {
  const colours = theme.bodies;
  if (role === "body") return rank % 2 ? colours.other : colours.body;
  return colours[role] ?? colours[SPARE[spare % SPARE.length]];
}
