"""The studio in a real browser: strokes drawn and saved, mistakes at their line, a machine that follows the text; nobody else."""

import json
import re

import pytest
from asking import own_headers, send, studio
from browsers import needs_chromium, new_page, shown_frames, until

import elver
from elver.cli.main import main
from elver.viz.studio.folder import RefusalError

pytestmark = [pytest.mark.browser, needs_chromium]
FILE = """\
elver: 1
name: paddle
# a comment that stays
parameters:
  width: {value: 0.1, unit: m, range: [0.05, 0.2], meaning: of the hull}
machine:
  base: planar
  bodies:
    hull: {shape: {type: box, l1: 0.2, l2: width, l3: 0.1}, density: 1000}
    blade: {shape: {type: plate, l1: 0.1, l2: 0.01, l3: 0.08, at: [0.05, 0, 0]}, density: 1000}
  joints:
    hinge: {parent: hull, child: blade, at: [0.1, 0, 0], axis: [0, 0, 1]}
media:
  water: {type: morison, density: 1000, drag_e2: 1.1}
drive:
  gait: {type: spline, period: 1, points: {hinge: [0.4, 0.2, -0.2, -0.4, -0.2, 0.2]}}
run: {duration: 1, dt: 2 ms}
"""
LEAST = """() => {
  let least = 0;
  for (let k = 0; k < 100; k++) {
    elver.advance(0.01);
    least = Math.min(least, elver.output("joint_position.hinge"));
  }
  return least;
}"""  # over a period


@pytest.fixture
def folder(tmp_path):
    """A working folder with one file, and one outside."""
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "paddle.yaml").write_text(FILE)
    (tmp_path / "secret.yaml").write_text("elver: 1\nname: secret\n")
    return tmp_path / "work"


def in_studio(browser, server):
    """The studio's page, when its first machine runs."""
    page, watched = new_page(browser, allowed=f"http://127.0.0.1:{server.guard.port}/")
    page.goto(server.guard.address)
    until(page, "window.elver !== undefined && 'viewer' in elver")
    page.evaluate("elver.ready")
    return page, watched


def points_in(file) -> list[float]:
    found = re.search(r"hinge: \[([^\]]*)\]\}", file.read_text()) or re.search(
        r"hinge:\s*\[([^\]]*)\]", file.read_text().split("points")[1]
    )
    return [float(part) for part in found.group(1).split(",")]


def test_a_dragged_point_changes_the_stroke_and_is_saved(chromium, folder):
    with studio(folder, begin="paddle.yaml") as server:
        page, watched = in_studio(chromium, server)
        page.get_by_role("tab", name="Stroke").click()
        handle = page.get_by_role("slider", name="control point 4 of 6")
        handle.wait_for()
        until(page, "elver.names.parameters.length > 1")
        page.evaluate("elver.pause(), elver.reset()")
        before = page.evaluate(LEAST)
        box = handle.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 20, steps=4)
        page.mouse.move(x, y - 40, steps=4)
        page.mouse.up()
        value = float(handle.get_attribute("aria-valuenow"))
        assert value > -0.35
        page.evaluate("elver.advance(3)")
        after = page.evaluate(LEAST)
        assert after > before + 0.02  # the machine moves with it
        assert points_in(folder / "paddle.yaml")[3] == -0.4  # nothing is written before Save
        page.get_by_role("button", name="Save", exact=True).click()
        until(page, "document.querySelector('.studio > .note').textContent.includes('saved')")
        points = points_in(folder / "paddle.yaml")
        assert points[3] == pytest.approx(value, abs=1e-6)
        assert points[:3] + points[4:] == [0.4, 0.2, -0.2, -0.2, 0.2]
        text = (folder / "paddle.yaml").read_text()
        assert "# a comment that stays" in text
        assert watched.nothing(), watched
    model = elver.scenario(str(folder / "paddle.yaml")).build()
    assert model.gait is not None


def test_a_mistake_stands_at_its_line_and_the_machine_follows_what_is_mended(chromium, folder):
    with studio(folder, begin="paddle.yaml") as server:
        page, watched = in_studio(chromium, server)
        editor = page.locator(".cm-content")
        wrong = 1 + FILE.splitlines().index("  water: {type: morison, density: 1000, drag_e2: 1.1}")
        line = editor.locator(".cm-line", has_text="water: {type: morison")
        line.click()
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        page.keyboard.type(", densty: 3")
        problem = page.locator(".problems li button")
        problem.wait_for()
        assert problem.inner_text().startswith(f"line {wrong}:")
        assert "densty" in problem.inner_text()
        assert page.locator(".cm-lint-marker-error").count() == 1
        assert page.evaluate("elver.status.code") == 0  # the machine before goes on
        for _ in range(len(", densty: 3")):
            page.keyboard.press("Backspace")
        until(page, "!document.querySelector('.problems li')")
        editor.locator(".cm-line", has_text="base: planar").click()
        old = page.evaluate("elver.names.states.length")
        page.keyboard.press("End")
        for _ in "planar":
            page.keyboard.press("Backspace")
        page.keyboard.type("fixed")
        until(page, "old => window.elver?.viewer && elver.names.states.length < old", old)
        shown_frames(page)
        assert (folder / "paddle.yaml").read_text() == FILE  # written only when it is saved
        assert watched.nothing(), watched


def test_a_first_answer_that_fails_is_told_and_asked_for_again(chromium, folder):
    with studio(folder, begin="paddle.yaml") as server:
        answer, waited = server.desk.asks["scenarios"], []

        def busy(query):
            if not waited:
                raise RefusalError(503, "this took longer than 60 s")
            return answer(query)

        server.desk.asks["scenarios"] = busy
        page, watched = new_page(chromium, allowed=f"http://127.0.0.1:{server.guard.port}/")
        page.goto(server.guard.address)
        problem = page.locator(".problems li")
        problem.wait_for()
        assert "took longer" in problem.inner_text()
        page.keyboard.press("Control+s")  # nothing is open: words, no mistake of the page
        page.get_by_role("tab", name="Runs").click()
        page.get_by_role("button", name="Run", exact=True).click()
        until(page, "document.querySelector('.studio > .note').textContent.includes('no model is open yet')")
        waited.append(1)
        until(page, "window.elver !== undefined && 'viewer' in elver")
        assert page.evaluate("elverStudio.model.document.name") == "paddle.yaml"
        assert [error for error in watched.errors if "503" not in error] == []


def test_a_compilation_that_fails_stays_told_until_it_is_tried_again(chromium, folder):
    with studio(folder, begin="scull-40") as server:
        server.desk.asks["scenario"] = lambda query: {"text": "elver: 1\n", "why": ""}
        server.desk.tells["compile"] = lambda body: (_ for _ in ()).throw(RefusalError(500, f"no {body['scenario']}"))
        page, _ = new_page(chromium, allowed=f"http://127.0.0.1:{server.guard.port}/")
        page.goto(server.guard.address)
        page.get_by_text("no scull-40").wait_for()  # the model that was named, and no other
        assert page.locator("#model").input_value() == "scenario:scull-40"
        server.desk.tells["compile"] = lambda body: {"errors": [{"line": None, "message": "asked again"}]}
        page.get_by_role("button", name="Try again").click()
        page.get_by_text("asked again").wait_for()


def test_nobody_else_is_served(chromium, folder):
    with studio(folder, begin="paddle.yaml") as server:
        page, watched = in_studio(chromium, server)
        home = f"http://127.0.0.1:{server.guard.port}"
        asked = """async ([path, token]) => {
          const answer = await fetch(path, { headers: token ? { "X-Elver-Token": token } : {} });
          return [answer.status, await answer.text()];
        }"""
        token = server.guard.token
        assert page.evaluate(asked, ["/api/file?path=paddle.yaml", token])[0] == 200
        for path in ("/api/start", "/api/file?path=paddle.yaml", "/"):
            assert page.evaluate(asked, [path, None])[0] == 403
            assert page.evaluate(asked, [path, "x" * 43])[0] == 403
        for path in ("../secret.yaml", "..%2Fsecret.yaml", "/etc/passwd", "%2e%2e/secret.yaml", "work/../../secret.yaml"):
            status, text = page.evaluate(asked, [f"/api/file?path={path}", token])
            assert status in (403, 404, 422), (path, status)
            assert "secret\n" not in text
        other, _ = new_page(chromium, allowed=home)
        other.goto(home + "/")
        assert "token" in other.locator("body").inner_text()
        strange = own_headers(server) | {"Origin": "http://example.org"}
        assert send(server, "POST", "/api/file", strange, {"path": "new.yaml", "text": "x", "digest": None})[0] == 403
        assert sorted(file.name for file in folder.iterdir() if file.suffix == ".yaml") == ["paddle.yaml"]
        assert watched.requests == []


def test_a_file_that_another_program_wrote_is_not_replaced_by_a_hasty_key(chromium, folder):
    with studio(folder, begin="paddle.yaml") as server:
        page, watched = in_studio(chromium, server)
        page.locator(".cm-line", has_text="# a comment that stays").click()
        page.keyboard.press("End")
        page.keyboard.type(", mine")
        other = FILE.replace("that stays", "of another program")
        (folder / "paddle.yaml").write_text(other)
        page.keyboard.press("Control+s")
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="Read it again").wait_for()
        page.keyboard.press("Enter")  # Cancel has the focus
        dialog.wait_for(state="detached")
        assert (folder / "paddle.yaml").read_text() == other
        page.keyboard.press("Control+s")
        dialog.get_by_role("button", name="Save as ...").click()
        page.get_by_role("textbox", name="Save in the working folder as").fill("own.yaml")
        page.keyboard.press("Enter")
        until(page, "document.querySelector('.studio > .note').textContent.includes('own.yaml saved')")
        assert ", mine" in (folder / "own.yaml").read_text()
        assert (folder / "paddle.yaml").read_text() == other
        (folder / "own.yaml").write_text(other)
        page.locator(".cm-line", has_text=", mine").click()
        page.keyboard.type("x")
        page.keyboard.press("Control+s")
        dialog.get_by_role("button", name="Read it again").click()
        page.locator(".cm-line", has_text="of another program").wait_for()
        assert (folder / "own.yaml").read_text() == other
        assert watched.requests == []


def test_the_studio_is_busy_at_once_and_its_lists_are_sorted(chromium, folder):
    """Over the picture too, before the server has answered; published scenarios open as people would write them."""
    with studio(folder, begin="paddle.yaml") as server:
        page, watched = in_studio(chromium, server)
        names = page.evaluate("[...document.querySelectorAll('#model optgroup')[0].children].map((own) => own.textContent)")
        assert names == sorted(names)
        assert len(names) > 10
        held = page.evaluate(
            """() => {
              const { api } = elverStudio, get = api.get.bind(api);
              const held = new Promise((done) => (globalThis.goOn = done));
              api.get = async (name, query) => (name === "scenario" && (await held), get(name, query));
              elverStudio.model.choice.value = "scenario:gray";
              elverStudio.model.choice.dispatchEvent(new Event("change"));
              return document.querySelector(".busy").textContent;
            }"""
        )
        assert held == "opening gray ..."
        assert page.locator(".busy").is_visible()
        assert page.locator(".tab.model").get_attribute("aria-busy") == "true"
        page.evaluate("goOn()")
        until(page, "!document.querySelector('.busy:not([hidden])') && elverStudio.model.document.name === 'gray'")
        assert "joint1: 40 deg" in page.evaluate("elverStudio.model.editor.text")
        assert watched.nothing(), watched


def test_all_mistakes_are_shown_and_the_first_is_in_sight(chromium, folder):
    filler = "".join(f"  # line {k}\n" for k in range(120))
    wrong = FILE.replace("base: planar", "base: plnar").replace(
        "run: {duration: 1, dt: 2 ms}", f"{filler}run: {{duration: 1 kg, dt: 2 ms}}"
    )
    with studio(folder, begin="paddle.yaml") as server:
        page, _ = in_studio(chromium, server)
        page.evaluate(
            "text => { const m = elverStudio.model; m.editor.replace(text); m.changed(text); m.editor.goTo(130); }",
            wrong,
        )
        problems = page.locator(".problems li button")
        until(page, "document.querySelectorAll('.problems li button').length > 1")
        texts = problems.all_inner_texts()
        lines = [wrong[: wrong.index(part)].count("\n") + 1 for part in ("base: plnar", "run: {duration: 1 kg")]
        assert [int(text.split(":")[0].removeprefix("line ")) for text in texts] == lines
        until(page, "[...document.querySelectorAll('.cm-line')].some((line) => line.textContent.includes('plnar'))")
        box, around = page.locator(".cm-line", has_text="plnar").bounding_box(), page.locator(".cm-scroller").bounding_box()
        assert around["y"] <= box["y"] < around["y"] + around["height"]
        assert "2 mistakes" in page.locator(".tab.model .state").inner_text()


def test_the_editor_completes_and_explains(chromium, folder):
    """By the schema: names that the mapping around the cursor may have, and what the name under the pointer means."""
    with studio(folder, begin="paddle.yaml") as server:
        page, watched = in_studio(chromium, server)
        until(page, "elverStudio.model.editor.schema !== null")
        page.evaluate("elverStudio.model.auto.checked = false")
        page.locator(".cm-line", has_text="water: {type: morison").click()
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        page.keyboard.type(", fric")
        option = page.locator(".cm-tooltip-autocomplete li")
        option.first.wait_for()
        assert option.all_inner_texts() == ["friction"]
        assert "drag along" in page.locator(".cm-completionInfo").inner_text()
        page.wait_for_timeout(150)
        page.keyboard.press("Enter")
        assert "drag_e2: 1.1, friction: }" in page.evaluate("elverStudio.model.editor.text")
        words = page.evaluate(
            "text => elverStudio.model.editor.schema.words(['media', 'water'], 'type', text).map((own) => own.name)",
            "water: {type: }",
        )
        assert {"morison", "immersed", "gravity"} <= set(words)
        page.keyboard.press("Escape")
        box = page.locator(".cm-line", has_text="water: {type: morison").bounding_box()
        wide = page.evaluate("elverStudio.model.editor.view.defaultCharacterWidth")
        page.mouse.move(box["x"] + 6 + wide * 30, box["y"] + 8)  # on the word density
        page.mouse.move(box["x"] + 7 + wide * 30, box["y"] + 8)
        meaning = page.locator(".meaning")
        meaning.wait_for()
        assert "kg/m^3" in meaning.inner_text()
        assert watched.nothing(), watched


def test_the_eel_is_opened_with_the_law_that_conserves_energy(chromium, folder):
    """Nothing says that it is not to be trusted; the law of the paper is one step away, in the table."""
    with studio(folder, begin="eel") as server:
        page, watched = in_studio(chromium, server)
        until(page, "document.querySelector('.state').textContent.includes('water.law = kirchhoff')")
        page.evaluate("elver.pause(), elver.advance(4), elver.viewer.world.update(elver.viewer.source.outputs)")
        shown_frames(page, 8)
        assert "Not to be trusted" not in page.inner_text(".picture")
        assert page.get_by_role("button", name="Energy-consistent").get_attribute("aria-pressed") == "true"
        page.locator(".parameters summary").click()
        page.get_by_role("combobox", name="water.law").select_option("paper")
        until(page, "document.querySelector('.state').textContent.includes('water.law = paper')")
        assert watched.nothing(), watched


def test_the_table_of_parameters_writes_into_the_text(chromium, folder):
    with studio(folder, begin="paddle.yaml") as server:
        page, watched = in_studio(chromium, server)
        page.locator(".parameters summary").click()
        field = page.get_by_role("textbox", name="width")
        assert field.input_value() == "0.1"
        field.fill("0.15")
        field.press("Enter")
        until(page, "elverStudio.model.about.parameters[0].default === 0.15")
        assert "width: {value: 0.15 m, unit: m, range: [0.05, 0.2], meaning: of the hull}" in page.evaluate(
            "elverStudio.model.editor.text"
        )
        page.get_by_role("textbox", name="width").fill("3")
        page.get_by_role("textbox", name="width").press("Enter")
        page.locator(".problems li").first.wait_for()
        assert "0.2" in page.locator(".problems li").first.inner_text()
        assert (folder / "paddle.yaml").read_text() == FILE
        assert watched.nothing(), watched


def test_a_fit_is_begun_and_looked_at(chromium, folder):
    """The estimates of the table are those of the file that the fit has written."""
    main(["fit", str(folder / "fish.yaml"), "--new"])
    with studio(folder, begin="paddle.yaml") as server:
        page, watched = in_studio(chromium, server)
        page.get_by_role("tab", name="Fit").click()
        until(page, "[...document.querySelectorAll('#panel-fit option')].some((own) => own.value === 'fish.yaml')")
        page.get_by_role("button", name="Fit", exact=True).click()
        until(page, "document.querySelectorAll('#panel-fit .details img').length > 0")
        assert "converged" in page.locator("#panel-fit .details p").first.inner_text()
        row = page.locator("#panel-fit tr", has_text="stiffness").locator("td").all_inner_texts()
        written = json.loads((folder / "runs" / "fish-fit" / "fit.json").read_text())
        assert f"{1e3 * written['estimates']['stiffness']['value']:.2f}" == row[1]
        assert watched.nothing(), watched


def test_a_policy_learns_and_is_looked_at(chromium, folder):
    with studio(folder, begin="paddle.yaml") as server:
        page, watched = in_studio(chromium, server)
        page.get_by_role("tab", name="Learn").click()
        until(page, "[...document.querySelectorAll('#panel-learn option')].some((own) => own.value === 'EelTarget')")
        page.get_by_label("task").select_option("EelTarget")
        page.get_by_label("time [s]").fill("1")
        page.get_by_role("button", name="Learn", exact=True).click()
        until(page, "document.querySelectorAll('#panel-learn .details img').length === 3")
        names = page.locator("#panel-learn tbody td:first-child").all_inner_texts()
        assert sorted(names) == ["baseline", "middle", "policy"]
        assert (folder / "runs" / "EelTarget-learn" / "policy.npz").is_file()
        assert watched.nothing(), watched
