"""Pictures for games without a cover."""

from __future__ import annotations

from pathlib import Path

from printshop.output import svg
from printshop.workshop import covers, game_cache, games_api
from printshop.workshop.workspace import Workspace


def test_a_game_without_a_cover_is_drawn_with_its_units_in_the_colours_of_its_sides(workspace: Workspace,
                                                                                   working_folder: Path) -> None:
    folder = working_folder / games_api.new_game(workspace, "Quay", "harbour")["name"]
    drawn = svg.render_svg(covers.draw_plain_cover(game_cache.load_cached_game(folder)), "Quay")
    assert drawn.count("<use") == 2
    main = folder / "game.yaml"
    main.write_text(main.read_text().replace("#0072b2", "#aa2211"))
    assert svg.render_svg(covers.draw_plain_cover(game_cache.load_cached_game(folder)), "Quay") != drawn
