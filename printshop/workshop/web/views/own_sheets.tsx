// The choice of the user's record sheets for a fleet or battle of a game that comes with printshop.

import { attempt } from "../browser/notices.ts";
import { useGames } from "../components/library.tsx";
import { listOwnSheets, type OwnSheet } from "../components/own_sheets.ts";
import { Checkbox } from "../components/ui.tsx";
import type { DocumentHandle } from "../model/document.ts";
import { joinFile } from "../model/lines.ts";
import { valueAt } from "../model/tree.ts";
import type { Names, OpenDocument } from "../types.ts";

interface Props {
  document: OpenDocument;
  handle: DocumentHandle;
  forms: Names; // the forms that the fleet or battle has now
}
export function OwnSheets({ document, handle, forms }: Props) {
  const { games } = useGames(),
    sheets = games ? listOwnSheets(games, document.game) : [],
    key = document.kind === "fleet" ? "game" : "extends",
    named = valueAt(document.tree, [key]),
    names = named?.items?.map(one => one.text ?? "") ?? [named?.text ?? ""];
  if (!sheets.length) return null;
  const change = (sheet: OwnSheet, isWanted: boolean) =>
    attempt(async () => {
      const left = names.filter(one => one !== sheet.file),
        value = left.length > 1 ? { data: left } : { text: left[0] ?? document.game };
      handle.edit(isWanted ? await joinFile(handle, sheet.file) : [{ do: "set", path: [key], value }]);
    });
  return (
    <section class={document.kind === "fleet" ? "panel stack" : "stack"} aria-label="Your record sheets">
      <h3>Your record sheets</h3>
      {sheets.map(sheet => {
        const isThere = sheet.key in forms,
          isNamed = names.includes(sheet.file);
        return (
          <div key={sheet.file + sheet.key}>
            <Checkbox checked={isThere} disabled={isThere && !isNamed} onChange={now => change(sheet, now)}>
              {sheet.title}{" "}
              <small>
                {isThere && !isNamed
                  ? "in all fleets with your own units, while it is “Printed by default”"
                  : !sheet.isUsual && "not “Printed by default”"}
              </small>
            </Checkbox>
          </div>
        );
      })}
    </section>
  );
}
