"""Abilities of units and of the units that they name, on rosters and in booklets, each text once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printshop import build, load
from printshop.drawing.display_list import TextRun, walk_with_transforms
from printshop.game.scenarios import SCENARIOS
from printshop.layout.flow import list_texts
from printshop.print_settings import PrintRequest
from printshop.problems import PrintshopError
from printshop.products.booklets.force_lists import build_ability_blocks

if TYPE_CHECKING:
    from pathlib import Path

GAME = """
format: 1
title: Knights
sides: {{reds: {{colour: "#d55e00"}}, blues: {{colour: "#0072b2"}}}}
unit_types:
  pilot:
    fields: {{ability: {{kind: text, optional: true}}, droid: {{kind: unit, of: droid, optional: true}}}}
    rules: {rules}
  droid: {{fields: {{rule: {{kind: text}}}}, rules: "{{rule}}"}}
  fighter: {{fields: {{hull: {{kind: whole}}, pilots: {{kind: units, of: pilot, optional: true}}}}}}
scenarios:
  duel:
    title: Duel
    summary: Two meet.
    table: 3 ft x 3 ft
    setup: [Begin.]
    victory: {{text: Win.}}
    forces: {{reds: {{units: [Wasp]}}, blues: {{units: [Gnat]}}}}
droids: [{{name: Bolt, side: any, rule: Repairs *one* hull.}}]
pilots:
  - {{name: Vera, side: reds, ability: "Turns **twice**.", droid: Bolt}}
  - {{name: Otto, side: blues, ability: "Turns **twice**."}}
  - {{name: Nobody, side: reds}}
fighters:
  - {{name: Wasp, side: reds, hull: 3, pilots: [Vera, Nobody, 2 x Otto]}}
  - {{name: Gnat, side: blues, hull: 2, pilots: [Otto]}}
"""


def test_each_text_occurs_once_with_its_units(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.format(rules='"{ability}"'), encoding="utf-8")
    game = load(tmp_path)
    units = [game.units["Wasp"], game.units["Gnat"], game.units["Wasp"]]
    assert [*list_texts(tuple(build_ability_blocks(game, units, 2)))] == [
        "What they can do", "Pilots", "**Vera, Otto.** Turns **twice**.", "Droids", "**Bolt.** Repairs *one* hull."]
    assert [*list_texts(tuple(build_ability_blocks(game, [game.units["Gnat"]], 2)))] == ["What they can do",
                                                                                         "**Otto.** Turns **twice**."]
    assert not [*build_ability_blocks(game, [game.units["Nobody"]], 2)]
    for name, request in (("rosters", PrintRequest(units=tuple(units[:2]))), ("booklet", PrintRequest(
            scenario=game[SCENARIOS]["duel"]))):
        words = [item.string for page in build(name, game, request).pages for item,
                 _ in walk_with_transforms(page.items)
                 if isinstance(item, TextRun)]
        assert "".join(words).casefold().count("otto. turns twice") == 1, name


def test_unknown_placeholder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.format(rules='"{abilty}"'), encoding="utf-8")
    with pytest.raises(PrintshopError, match="abilty") as error:
        load(tmp_path)
    assert "did you mean 'ability'?" in str(error.value)


CARRIED = """
format: 1
title: Harbour
unit_types:
  tug:
    fields:
      song: {kind: text, optional: true}
      gun: {kind: battery, dice: [d6], damage: 1, traits: {loud: {note: wakes, rules: "*All* wake."}, shy: {note: no}}}
      kit: {kind: entries, optional: true, of: {rope: {rules: Holds two tugs.}, lamp: {}}}
      guns:
        kind: list
        optional: true
        of:
          what: {kind: text}
          reach: {kind: whole, optional: true}
          barrels: {kind: battery, dice: [d6], damage: 1, optional: true, traits: {hot: {note: warms, rules: Warms.}}}
        derived: {far: reach if reach else 0}
        rules: "{song if far else ''}"
tugs:
  - {name: Rat, song: Ho., gun: 1/d6 x1 loud, kit: {rope: 2, lamp: 1}, guns: [{what: old "iron", reach: 3}]}
  - name: Sow
    song: Hey.
    gun: 1/d6 x1 loud shy
    kit: {rope: 1}
    guns: [{what: old "iron", reach: 3}, {what: hose, reach: 1, barrels: 2/d6 x1 hot}]
  - {name: Pup, gun: unknown, guns: unknown}
"""


def read_rules(folder: Path, *names: str, of: str = CARRIED) -> list[str]:
    (folder / "game.yaml").write_text(of, encoding="utf-8")
    game = load(folder)
    return [*list_texts(tuple(build_ability_blocks(game, [game.units[name] for name in names], 2)))]


def test_shared_ability_is_printed_once(tmp_path: Path) -> None:
    assert read_rules(tmp_path, "Rat", "Sow", "Pup") == [
        "What they can do", "Gun", "**Loud.** *All* wake.", "Kit", "**Rope.** Holds two tugs.", "Guns",
        "**Old \"iron\".** Ho.", "**Old \"iron\", Hose.** Hey.", "**Hot.** Warms."]
    assert not read_rules(tmp_path, "Pup")


def test_rules_that_cannot_be_evaluated_are_reported_at_the_formula_with_their_unit(tmp_path: Path) -> None:
    with pytest.raises(PrintshopError, match="the rules of Rat: 'rules' of field 'guns': division by zero: far"
                       ) as error:
        read_rules(tmp_path, "Rat", of=CARRIED.replace("song if far", "1 / (far - 3) if far"))
    (problem,) = error.value.problems
    assert problem.span
    assert "far - 3" in problem.span.text


@pytest.mark.parametrize(("old", "new", "message"), [
    ("song if far", "song if fer", "unknown name 'fer'"),
    ("rules: Holds two tugs.", "rules: [a]", "'rules' of entry 'rope' must be a text, found a list"),
    ('rules: "*All* wake."', "rule: x", "unknown key 'rule' of trait 'loud'"),
])
def test_invalid_rules_are_reported(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in CARRIED
    (tmp_path / "game.yaml").write_text(CARRIED.replace(old, new), encoding="utf-8")
    with pytest.raises(PrintshopError, match=message):
        load(tmp_path)
