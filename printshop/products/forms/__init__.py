"""Forms: record sheets and cards, filled or blank, from the cells that a game declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from printshop.game.model import Game
from printshop.products.product import Handling, Printed, Product, added_units, listed


class _Forms(Product):
    """What a form makes: a card if it has a size, a record if it has none."""

    section = "forms"
    of_units = filled = True

    def entries(self, game: Game) -> Mapping[str, Any]:
        return {key: form for key, form in super().entries(game).items() if (form.size is not None) == self.cut_out}

    def blanks(self, game: Game, keys: Iterable[str], *, played: bool) -> tuple[str, ...]:
        """Return those of units; a game that extends another, and adds units to it, has only its own."""
        forms, all_units = self.entries(game), played or not game.base or not added_units(game)
        return tuple(key for key in keys if forms[key].unit and (all_units or key in game.own.get("forms", ())))


class Records(_Forms):
    """Record sheets with a circle for every point, filled for units or blank; logs and rosters."""

    name = "records"
    made_by = "forms.records"
    hint = "Each player takes those of one side, and a pencil."
    counted = True

    def handled(self, printed: Printed) -> Handling:
        """Say which sheets are shared, and which each side keeps from the other."""
        from printshop.layout.backs import codes

        sides, labels = len(printed.scenario.forces), codes(printed.pages)
        hidden = sum(form.hidden for form in printed.things.values())
        secret = labels[len(labels) - sides * hidden:] if hidden and labels else []
        shared = labels and len(labels) - len(secret) < sides
        hint = "Share it, and a pencil for each player." if shared else printed.usual.hint
        apart = f" {listed(secret)}: one for each side, kept from the other." if secret else ""
        return printed.usual._replace(hint=f"{hint}{apart}")


class Cards(_Forms):
    """Cards to cut out, filled for units or blank: unit cards, activation cards."""

    name = "cards"
    made_by = "forms.cards"
    material = "card, 160 to 250 g/m²"
    hint = "Cut from tick to tick; neighbours share their cuts."
    cut_out = True

    def handled(self, printed: Printed) -> Handling:
        from printshop.products.forms.cards import folding, how

        ways = (how(form, printed.settings) for form in printed.things.values())
        folds = dict.fromkeys(f"{folding(way).capitalize()}." for way in ways if way.backs.value in ("beside", "fold"))
        return printed.usual._replace(hint=" ".join(folds) or printed.usual.hint)


PRODUCTS = (Records(), Cards())
