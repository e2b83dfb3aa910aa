// Prints of the pieces of one unit, with a number of copies.

import { useState } from "preact/hooks";
import { productName } from "../model/products.ts";
import type { FileRequest } from "../types.ts";
import { Button, Field, FormDialog, MenuItem, showDialog, Stepper, Switch } from "../components/ui.tsx";
import { FULL_SIZE, openFile } from "./print.tsx";

const MOST_COPIES = 99;
interface UnitPrintProps {
  what: string; // the game, or the file of the unit
  unit: string;
  products: string[]; // of the unit, such as records and counters
}

function UnitPrintDialog({ what, unit, products }: UnitPrintProps) {
  const [product, setProduct] = useState(products.find(one => one !== "records") ?? products[0] ?? ""),
    [count, setCount] = useState(1),
    wanted: FileRequest = { what, unit, product, count };
  return (
    <FormDialog title={`Print ${unit}`} verb="Print (PDF)" onSubmit={() => openFile(wanted)}>
      <Switch
        label="What to print"
        value={product}
        choices={products.map(one => [one, productName(one)] as const)}
        onChange={setProduct}
      />
      <Field label="Number of copies" hint={`Several copies are numbered: ${unit}-1, ${unit}-2. ${FULL_SIZE}.`}>
        {props => (
          <Stepper
            value={count}
            low={1}
            high={MOST_COPIES}
            label="Number of copies"
            onChange={setCount}
            props={props}
          />
        )}
      </Field>
    </FormDialog>
  );
}

// The action that prints any pieces of a unit: a button, or an item of a list of actions.
export function UnitPrint({ isItem, problem, ...props }: UnitPrintProps & { isItem?: boolean; problem?: string }) {
  const words = `Print ${props.products.length > 1 ? props.products.at(-1)?.replaceAll("_", " ") : "copies"}`,
    show = () => showDialog(<UnitPrintDialog {...props} />);
  if (!props.products.length) return null;
  return isItem ? (
    <MenuItem icon="print" onClick={show}>
      {words} ...
    </MenuItem>
  ) : (
    <Button icon="counter" reason={problem} onClick={show}>
      {words} ...
    </Button>
  );
}
