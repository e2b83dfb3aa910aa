// The first values of a side, in one row.

import { valueAt } from "../model/document.ts";
import type { BlockProps } from "../model/editing.ts";
import { schemaBelow } from "../model/schema.ts";
import { ValueField } from "./value_field.tsx";

export const SIDE_KEYS = ["name", "colour", "pattern", "emblem"]; // in view for all sides at once
// The first values of a side, in one row.
export const SideValues = ({ editing, path, schema }: BlockProps) => (
  <>
    {SIDE_KEYS.map(key => (
      <ValueField
        key={key}
        editing={editing}
        path={[...path, key]}
        schema={schemaBelow(editing.root, schema, valueAt(editing.state.document.tree, path), key)}
        layout={{ hints: { [key]: "" } }}
      />
    ))}
  </>
);
