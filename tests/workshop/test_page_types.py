"""The types of the page are those of Python, and the replies of all actions have them."""

from __future__ import annotations

import base64
import json
import re
from itertools import islice
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import pytest

from printshop.source.json_shapes import has_shape
from printshop.workshop import answers, api, export_api, page_types

if TYPE_CHECKING:
    from printshop.workshop.workspace import Workspace

GAME = {"title": "My Knights",
        "sides": [{"name": "York", "color": "#b3302b", "units": [{"name": "Bors"}, {}]}],
        "unit": {"name": "knight", "plural": "knights", "fields": [
            {"label": "Wounds", "high": "8", "is_marked": True}]}}


def test_committed_types_are_generated_from_python() -> None:
    types_text = page_types.write_page_types()
    assert types_text == page_types.FILE.read_text(encoding="utf-8"), "run python -m printshop.workshop.page_types"


def is_declared(reply: object, shape: Any) -> bool:
    """Return whether a reply, as the page gets it, has a type."""
    return has_shape(json.loads(answers.encode_json(reply)), shape)


@pytest.mark.slow
def test_every_reply_has_its_declared_shape(workspace: Workspace) -> None:
    request_text = set[str]()

    def ask(action: str, **given: Any) -> Any:
        status, reply = api.answer(workspace, action, given)
        assert status == 200, (action, reply)
        assert is_declared(reply, get_type_hints(api.ACTIONS[action])["return"]), (action, reply)
        request_text.add(action)
        return reply

    def stamp(file: str) -> dict[str, str]:
        return {"file": file, "stamp": ask("find_document_stamp", file=file)["stamp"]}

    def draw(file: str, *path: str | int, **view: str) -> Any:
        return ask("open_document", file=file, view={"path": [*path], **view})

    ask("new_game", name="Port", like="harbour")
    ask("draw_blank_game", **GAME)
    knights = ask("new_blank_game", **GAME)["name"]
    ask("add_field", game=knights, kind="knight", field={"label": "Armour", "low": "0", "high": "5"})
    plan = {"section": "map", "title": "Field", "columns": "3", "rows": "3", "across": "25 mm"}
    field = ask("create_entry", game=knights, entry=plan)
    assert draw(field["file"], field["key"], product="whole map")["drawing"]["map"]
    wasp = ask("create_entry", game="iron_stars", entry={"section": "unit", "title": "Wasp", "like": "Golem"})["file"]
    picture = base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>").decode()
    art = ask("add_picture", file=wasp, name="wasp.svg", data=picture)["art"]
    assert ask("list_pictures", file=wasp, name=art)["pictures"]
    assert draw(wasp, "ships", 0)["drawing"]["facts"]
    form = ask("create_entry", game="iron_stars", entry={"section": "form", "title": "Crew Sheet"})
    assert draw(form["file"], "forms", form["key"])["drawing"]["cells"]
    ask("list_cell_keys")

    plan = {"section": "fleet", "title": "Home", "side": "britain"}
    fleet = ask("create_entry", game="iron_stars", entry=plan)["file"]
    drawing = draw(fleet)
    title = [{"do": "set", "path": ["title"], "value": {"text": "Fleet"}}]
    edited = ask("edit_document", file=fleet, stamp=drawing["stamp"], edits=title)
    ask("write_document_text", file=fleet, stamp=edited["stamp"], text=drawing["text"])
    odd = ask("write_document_text", **stamp(wasp), text="extends: iron_stars\nships: [{name: Wasp, hull: many}]\n")
    assert odd["problems"]
    ask("write_document_text", file=wasp, stamp=odd["stamp"], text=drawing["text"].replace("title", "titel"))
    ask("delete_file", what=wasp)
    assert ask("list_deleted")["deleted"]
    ask("restore_deleted", number="1")
    ask("delete_file", what=wasp)
    ask("empty_bin")
    wasp = ask("create_entry", game="iron_stars", entry={"section": "unit", "title": "Wasp", "like": "Golem"})["file"]
    ask("find_document_schema", file=wasp)
    ask("list_units", file=fleet)
    ask("list_fleet_products", file=fleet)
    table = ask("make_fleet_table", file=fleet)["text"]
    ask("read_fleet_table", file=fleet, name="a.csv", table=base64.b64encode(table.encode()).decode())
    ship = ask("describe_play", file=fleet)["units"][0]["key"]
    page = export_api.make_file(workspace, fleet, "html")[2].decode()
    hull = next(key for key in re.findall(r'data-key="([^"]*)"', page) if ship in key and "hull" in key)
    ask("read_marks", file=fleet, marks=json.dumps({"marks": {hull: True}}), now={})

    battle = ask("create_entry", game="iron_stars", entry={"section": "scenario", "title": "Fog"})
    force = {"key": battle["key"], "side": "britain"}
    ask("take_fleet", **stamp(battle["file"]), **force, fleet=fleet)
    assert ask("join_file", file=battle["file"], of=wasp)["edits"]
    assert draw(battle["file"], "scenarios", battle["key"])["drawing"]["pages"]
    assert ask("join_file", file=fleet, of=wasp)["edits"]
    ask("describe_play", file="port/first_light")

    ask("copy_file", file=fleet, name="Other")
    ask("rename_file", file="other.yaml", name="another")
    shared = ask("share_files", file=fleet)
    ask("describe_shared", name=shared["name"], data=shared["data"])
    ask("save_shared", name=shared["name"], data=shared["data"], keep_as="Sent")
    ask("add_files", files=[["more.yaml", base64.b64encode(b"extends: nothing\n").decode()]])
    ask("draw_unit", game="iron_stars", unit="Nike")
    ask("list_type_fields", game=knights)
    ask("list_themes")
    ask("draw_part", game="iron_stars", section="charts", key="reference")
    adopted = ask("new_game", name="Adopted", extends="iron_stars")["name"]
    ask("adopt_part", game=adopted, section="forms", key="record")
    ask("list_unit_pictures", game="iron_stars")
    ask("describe_game", name=wasp)
    ask("describe_context", of=fleet)
    ask("describe_context", of="port/first_light")
    assert {bool(game["broken"]) for game in ask("list_own_games")["games"]} == {True, False}
    ask("list_shipped")
    assert request_text == api.ACTIONS.keys()
    for action, given in (("preview_pack", {"what": fleet}), ("read_games", {})):
        (shape,) = get_args(get_type_hints(api.STREAMS[action])["return"])
        for status, part in islice(api.stream(workspace, action, given), 3):
            assert (status, is_declared(part, shape)) == (200, True), part
