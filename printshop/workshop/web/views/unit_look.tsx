// A look at a unit while units are chosen: its values and its record, in a dialog.

import { call } from "../browser/client.ts";
import { useGame } from "../components/library.tsx";
import { Pages } from "../components/page_viewer.tsx";
import { FailureMessage } from "../components/shell.tsx";
import { Button, CloseButton, closeDialog, showDialog, Skeleton, usePromise } from "../components/ui.tsx";
import type { ListedUnit } from "../types.ts";
import { Facts } from "./unit.tsx";

export function lookAtUnit(game: string, { name, points }: ListedUnit, onAdd: () => void, place: string) {
  function Look() {
    const { game: contents } = useGame(game);
    const { value, error, again } = usePromise(() => call("draw_unit", { game, unit: name }), []);
    return (
      <div class="dialog unit-look">
        <div class="spread">
          <h2>{name}</h2>
          <CloseButton />
        </div>
        {Boolean(error) && <FailureMessage error={error} again={again} />}
        {!value && !error && <Skeleton lines={6} />}
        {value && (
          <div class="unit-look-parts">
            <div class="unit-facts">
              <Facts facts={value.facts} game={contents} warnings={value.warnings} />
            </div>
            <Pages crop pages={value.pages} alt={`Record of ${name}`} />
          </div>
        )}
        <div class="row end">
          <Button
            kind="primary"
            icon="add"
            onClick={() => {
              onAdd();
              closeDialog();
            }}
          >
            {`Add to the ${place}${points ? ` (${points})` : ""}`}
          </Button>
        </div>
      </div>
    );
  }
  showDialog(<Look />);
}
