// Dialogs on units.

import { useState } from "preact/hooks";
import { call } from "./client.ts";
import { addUndoStep } from "./document.ts";
import { attempt, notify } from "./notices.ts";
import { fleetAddress, go } from "./routes.ts";
import type { Names } from "./types.ts";
import { Field, FormDialog, NameField, Select, showDialog, usePromise } from "./ui.tsx";

export interface GameHead {
  name: string;
  title: string;
  sides: Names;
}

// Asks for a fleet of the same game, and adds the unit. `file` is that of an own unit.
export function addToFleet(game: GameHead, unit: string, file: string) {
  function AddToFleet() {
    const { value } = usePromise(() => call("around", { of: file }), [file]);
    const fleets = value?.fleets.filter(one => one.game === value.game) ?? [];
    const [chosen, setChosen] = useState<string | null>(null),
      [title, setTitle] = useState("");
    const fleet = chosen ?? fleets[0]?.file ?? "";
    const add = async () => {
      if (!fleet && !title.trim()) throw new Error("Type a name.");
      const { before, stamp, file: made } = await call("enlist", { of: file || game.name, unit, fleet, title: fleet ? "" : title.trim() });
      const open = () => go(fleetAddress(made));
      if (!before || !stamp) return void notify(`The new fleet ${title.trim()} has ${unit}.`, "done", { label: "Open the fleet", run: open });
      addUndoStep(fleet, before, stamp);
      notify(`${unit} is in the fleet ${fleets.find(one => one.file === fleet)?.title ?? fleet}.`, "done", {
        label: "Undo",
        run: () => attempt(() => call("restore_document", { file: fleet, stamp, text: before.text })),
      });
    };
    return (
      <FormDialog title={`Add ${unit} to a fleet`} verb="Add to the fleet" onSubmit={add}>
        <Field label={`Fleet of ${game.title}`}>
          {props => <Select props={props} value={fleet} choices={[...fleets.map(one => [one.file, one.title] as [string, string]), ["", "a new fleet"]]} onChange={setChosen} />}
        </Field>
        {!fleet && <NameField label="Name of the new fleet" value={title} onInput={setTitle} autofocus={false} />}
      </FormDialog>
    );
  }
  showDialog(<AddToFleet />);
}
