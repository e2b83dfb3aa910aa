// The rules of a battle: setting up, special rules, objectives and victory.

import { useState } from "preact/hooks";
import { Button, TextInput } from "../components/ui.tsx";
import { useNewEntry } from "../editor/additions.tsx";
import { Block, EntryBlock } from "../editor/block.tsx";
import { ItemActions } from "../editor/item_actions.tsx";
import { ValueField } from "../editor/value_field.tsx";
import { textAt, valueAt } from "../model/document.ts";
import { type Editing, pathKey, problemsAt, wordsOf } from "../model/editing.ts";
import { schemaAt } from "../model/schema.ts";
import type { ValuePath } from "../types.ts";
import type { BattleProps } from "./battle_forces.tsx";

// A list of texts, each in an input that grows: steps, or rules.
export function Steps({
  editing,
  path,
  title,
  noun,
  isNumbered,
}: {
  editing: Editing;
  path: ValuePath;
  title: string;
  noun: string;
  isNumbered?: boolean;
}) {
  const { handle, state, root } = editing,
    tree = valueAt(state.document.tree, path),
    single = Boolean(tree?.text),
    items = tree?.items ?? (tree?.text ? [tree] : []),
    [draft, setDraft] = useState(-1), // the number of an item that is not in the file until something is typed
    rows = draft === items.length ? [...items, undefined] : items,
    { box, expect } = useNewEntry(rows.length);
  const add = () => {
    if (single) handle.edit([{ do: "set", path, value: { data: [tree?.text ?? ""] } }]); // a list has room for more
    expect();
    setDraft(items.length);
  };
  const problems = wordsOf(problemsAt(state, path));
  return (
    <fieldset class="panel battle-list" data-path={pathKey(path)}>
      <legend>{title}</legend>
      {tree?.entries || tree?.fixed ? (
        <Block editing={editing} path={path} schema={schemaAt(root, state.document.tree, path)} />
      ) : (
        <div class="battle-steps" ref={box}>
          {rows.map((item, number) => {
            const at: ValuePath = single && item ? path : [...path, number],
              text: ValuePath = item?.entries ? [...at, "text"] : at,
              problem = wordsOf(problemsAt(state, at, true)),
              label = `${title}, ${noun} ${number + 1}`;
            return (
              <div class="step" key={number}>
                {isNumbered && <span class="step-number">{number + 1}</span>}
                <span class="step-text cell-input">
                  {item?.entries && (
                    <TextInput
                      props={{ "aria-label": `${label}: title`, "data-path": pathKey([...at, "title"]) }}
                      placeholder="Title"
                      value={textAt(item, ["title"])}
                      onInput={typed =>
                        handle.edit(
                          [{ do: "set", path: [...at, "title"], value: typed ? { text: typed } : null }],
                          pathKey([...at, "title"]),
                          0,
                        )
                      }
                    />
                  )}
                  {item?.entries && valueAt(item, ["text"])?.items ? (
                    <Block editing={editing} path={text} schema={schemaAt(root, state.document.tree, text)} />
                  ) : (
                    <TextInput
                      lines={1}
                      props={{ "aria-label": label, "aria-invalid": Boolean(problem), "data-path": pathKey(text) }}
                      placeholder={`New ${noun}`}
                      value={item?.text ?? textAt(item, ["text"])}
                      onInput={typed =>
                        (item || typed) &&
                        handle.edit([{ do: "set", path: text, value: { text: typed } }], pathKey(text))
                      }
                    />
                  )}
                  {problem && <small class="problem">{problem}</small>}
                </span>
                {!item ? (
                  <Button
                    kind="quiet"
                    icon="remove"
                    label={`Remove ${noun} ${number + 1}`}
                    onClick={() => setDraft(-1)}
                  />
                ) : !single ? (
                  <ItemActions editing={editing} path={at} what={`${noun} ${number + 1}`} count={items.length} />
                ) : (
                  <Button
                    kind="quiet"
                    icon="remove"
                    label={`Remove ${noun} 1`}
                    onClick={() => handle.edit([{ do: "set", path, value: null }])}
                  />
                )}
              </div>
            );
          })}
          {problems && <small class="problem">{problems}</small>}
          <div>
            <Button kind="quiet" icon="add" onClick={add}>
              {`Add a ${noun}`}
            </Button>
          </div>
        </div>
      )}
    </fieldset>
  );
}

// The objectives of the battle: their titles, each with its value.
export function Objectives({ editing, base }: BattleProps) {
  const { state, root } = editing,
    path: ValuePath = [...base, "objectives"],
    items = valueAt(state.document.tree, path)?.items ?? [],
    [draft, setDraft] = useState(-1), // as that of steps
    rows = draft === items.length ? [...items, undefined] : items,
    { box, expect } = useNewEntry(rows.length);
  const add = () => {
    expect();
    setDraft(items.length);
  };
  return (
    <fieldset class="panel" data-path={pathKey(path)}>
      <legend>Objectives</legend>
      <div class="battle-steps" ref={box}>
        {!rows.length && <p class="soft">Places or deeds for which the sides fight, each with what it is worth.</p>}
        {rows.map((item, number) => {
          const at = [...path, number];
          return (
            <div class="step objective" key={number}>
              <EntryBlock
                editing={editing}
                path={at}
                schema={schemaAt(root, state.document.tree, at)}
                layout={{
                  of: textAt(item, ["title"]) || `objective ${number + 1}`,
                  first: ["title", "worth"],
                  labels: { worth: "Worth", at: "Place" },
                  hints: { title: "What it is: the bridge", worth: "Such as 2 points" },
                }}
              />
              {item ? (
                <ItemActions editing={editing} path={at} what={`objective ${number + 1}`} count={items.length} />
              ) : (
                <Button
                  kind="quiet"
                  icon="remove"
                  label={`Remove objective ${number + 1}`}
                  onClick={() => setDraft(-1)}
                />
              )}
            </div>
          );
        })}
        <div>
          <Button kind="quiet" icon="add" onClick={add}>
            Add an objective
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

export function Victory({ editing, base }: BattleProps) {
  const { state, root } = editing,
    path: ValuePath = [...base, "victory"],
    tree = valueAt(state.document.tree, path),
    schema = schemaAt(root, state.document.tree, path);
  return (
    <fieldset class="panel" data-path={pathKey(path)}>
      <legend>Victory</legend>
      {tree?.entries ? (
        <EntryBlock
          editing={editing}
          path={path}
          schema={schema}
          layout={{
            of: "the victory",
            first: ["text"],
            lines: { text: 2 },
            labels: { text: "Who wins", score: "Points to score" },
            hints: { text: "" },
            open: true,
          }}
        />
      ) : (
        <ValueField
          editing={editing}
          path={path}
          schema={schema}
          label="Who wins"
          layout={{ lines: { victory: 2 }, hints: { victory: "Such as: the side that holds the bridge at the end." } }}
        />
      )}
    </fieldset>
  );
}
