// The choice of the record sheets that a fleet or battle is printed with.

import { attempt } from "../browser/notices.ts";
import { useGames } from "../components/library.tsx";
import { listOwnSheets } from "../components/own_sheets.ts";
import { Checkbox } from "../components/ui.tsx";
import type { DocumentHandle } from "../model/document.ts";
import { joinFile } from "../model/lines.ts";
import { valueAt } from "../model/tree.ts";
import type { Edit, Names, OpenDocument } from "../types.ts";

interface Props {
  document: OpenDocument;
  handle: DocumentHandle;
  forms: Names; // the forms that the fleet or battle has now
  printed?: readonly string[]; // the keys of the forms that a fleet is printed with
}
interface Sheet {
  key: string;
  title: string;
  file: string; // the user's file with the sheet, or ""
  isUsual: boolean; // it is printed by default
}
const LEFT_OUT = "without_forms";

// A sheet in a file of the user's own is left out if the fleet or battle no longer names this file. A fleet leaves out any
// other sheet by its key.
export function OwnSheets({ document, handle, forms, printed = [] }: Props) {
  const { games } = useGames(),
    isFleet = document.kind === "fleet",
    key = isFleet ? "game" : "extends",
    read = (name: string) => {
      const value = valueAt(document.tree, [name]);
      return value?.items?.map(one => one.text ?? "") ?? (value?.text ? [value.text] : []);
    },
    names = read(key),
    leftOut = read(LEFT_OUT),
    own: Sheet[] = games ? listOwnSheets(games, document.game) : [],
    others = Object.entries(forms)
      .filter(([form]) => [...printed, ...leftOut].includes(form) && !own.some(one => one.key === form))
      .map(([form, title]) => ({ key: form, title, file: "", isUsual: true })),
    sheets = isFleet ? [...others, ...own] : own;
  if (!own.length && sheets.length < 2 && !leftOut.length) return null;
  const leaveOut = (now: string[]): Edit => ({
    do: "set",
    path: [LEFT_OUT],
    value: now.length ? { data: now } : null,
  });
  const change = ({ key: form, file }: Sheet, isWanted: boolean) =>
    attempt(async () => {
      if (isWanted) {
        const joined = form in forms ? [] : await joinFile(handle, file),
          isLeftOut = leftOut.includes(form);
        return handle.edit([...joined, ...(isLeftOut ? [leaveOut(leftOut.filter(one => one !== form))] : [])]);
      }
      if (!names.includes(file)) return handle.edit([leaveOut([...leftOut, form])]);
      const left = names.filter(one => one !== file),
        value = left.length > 1 ? { data: left } : { text: left[0] ?? document.game };
      return handle.edit([{ do: "set", path: [key], value }]);
    });
  return (
    <section class={isFleet ? "panel stack" : "stack"} aria-label="Record sheets">
      <h3>{isFleet ? "Record sheets" : "Your record sheets"}</h3>
      {sheets.map(sheet => {
        const isThere = sheet.key in forms,
          isLocked = !isFleet && isThere && !names.includes(sheet.file);
        return (
          <div key={sheet.file + sheet.key}>
            <Checkbox
              checked={isThere && !leftOut.includes(sheet.key)}
              disabled={isLocked}
              onChange={now => change(sheet, now)}
            >
              {sheet.title}{" "}
              <small>
                {isLocked
                  ? "of the game of this battle, while it is “Printed by default”"
                  : !sheet.isUsual && "not “Printed by default”"}
              </small>
            </Checkbox>
          </div>
        );
      })}
    </section>
  );
}
