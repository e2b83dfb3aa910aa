// The editor of any value of a file, made from the schema of the file. Views of units, fleets, battles and forms are
// layouts over it.

import { Amounts } from "./amounts_input.tsx";
import { valueAt } from "../model/document.ts";
import type { BlockProps } from "../model/editing.ts";
import { KeyBlock } from "./key_block.tsx";
import { ListBlock } from "./list_block.tsx";
import { NamedBlock } from "./named_block.tsx";
import { isAmounts, kindOf, shapeOf } from "../model/schema.ts";
import { ValueField } from "./value_field.tsx";
import { capitalize } from "../words.ts";

// A block with declared keys, even if all of them are amounts.
export const EntryBlock = (props: BlockProps) => <KeyBlock {...props} Inner={Block} />;

// Any value: a single one, a list, or a block of keys.
export function Block({ editing, path, schema, layout }: BlockProps) {
  const tree = valueAt(editing.state.document.tree, path),
    shape = shapeOf(editing.root, schema, tree),
    kind = kindOf(shape, tree);
  if (tree?.fixed) return <p class="message">{capitalize(tree.fixed)}.</p>;
  if (kind === "list") return <ListBlock Inner={Block} editing={editing} path={path} schema={schema} />;
  if (kind === "named") return <NamedBlock Inner={Block} editing={editing} path={path} schema={schema} />;
  if (kind === "block" && isAmounts(editing.root, shape))
    return <Amounts editing={editing} path={path} schema={schema} />;
  if (kind === "block") return <EntryBlock editing={editing} path={path} schema={schema} layout={layout} />;
  return <ValueField editing={editing} path={path} schema={schema} layout={layout} />;
}
