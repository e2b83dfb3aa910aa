// A block of amounts: a whole number under each key.

import { useState } from "preact/hooks";
import { valueAt } from "../model/document.ts";
import { type BlockProps, pathKey, problemsAt, wordsOf } from "../model/editing.ts";
import { isAmounts, labelOf, type Schema, type Shape, shapeOf } from "../model/schema.ts";
import type { Tree } from "../types.ts";
import { Button, Stepper, TextInput } from "../components/ui.tsx";
import { FixButtons } from "./fix_buttons.tsx";

// Whether a key has a block of amounts, or none yet.
export const hasAmounts = (root: Schema, shape: Shape, tree: Tree | undefined) =>
  isAmounts(root, shape) && !tree?.text && !tree?.items && !tree?.fixed;

const FEW = 12; // amounts that are shown at once
// A number for each of some things, as a grid of numbers with buttons. 0 takes the thing away, if it may be missing.
export function Amounts({ editing, path, schema }: BlockProps) {
  const { root, state, handle } = editing;
  const [all, setAll] = useState(false);
  const tree = valueAt(state.document.tree, path),
    shape = shapeOf(root, schema, tree),
    keys = [...shape.properties.keys()];
  const textOf = (key: string) => tree?.entries?.find(([name]) => name === key)?.[1].text ?? "";
  const set = (key: string, text: string) => {
    const last = !text && tree?.entries?.length === 1 && textOf(key) && !shape.required.size;
    const at = last ? path : [...path, key];
    handle.edit([{ do: "set", path: at, value: text ? { yaml: text } : null }], pathKey([...path, key]), 0);
  };
  const visibleKeys = all || keys.length <= FEW ? keys : keys.filter((key, number) => textOf(key) || number < FEW / 2);
  return (
    <>
      <div class="amounts">
        {visibleKeys.map(key => {
          const inner = shapeOf(root, shape.properties.get(key)),
            label = labelOf(key, inner),
            text = textOf(key),
            isNeeded = shape.required.has(key),
            problems = problemsAt(state, [...path, key]),
            problem = wordsOf(problems);
          return (
            <div class={`amount${text ? "" : " none"}`} key={key}>
              <span>{label}</span>
              {/^\d*$/.test(text) ? (
                <Stepper
                  label={label}
                  props={{ "aria-invalid": Boolean(problem) }}
                  value={Number(text || 0)}
                  low={isNeeded ? (inner.low ?? 0) : 0}
                  high={inner.high ?? 999}
                  onChange={now => set(key, now || isNeeded ? String(now) : "")}
                />
              ) : (
                <TextInput
                  props={{ "aria-label": label, "aria-invalid": Boolean(problem) }}
                  value={text}
                  onInput={now => set(key, now)}
                />
              )}
              {problem && <small class="problem">{problem}</small>}
              <FixButtons editing={editing} problems={problems} />
            </div>
          );
        })}
      </div>
      {visibleKeys.length < keys.length && (
        <Button kind="quiet" onClick={() => setAll(true)}>{`Show all ${keys.length}`}</Button>
      )}
    </>
  );
}
