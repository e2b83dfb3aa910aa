// A single value with its label, its hint, its problems, and its picture.

import { valueAt } from "../model/document.ts";
import { adviseOnValue, type Editing, type Layout, nameOf, pathKey, problemsAt, setValue } from "../model/editing.ts";
import { Icon } from "../components/icons.tsx";
import { needsLines, PICTURE_FILE } from "../model/key_words.ts";
import { FixButtons } from "./fix_buttons.tsx";
import { choosePicture, pictureDrop, usePicture } from "./pictures.tsx";
import { type Schema, shapeOf } from "../model/schema.ts";
import type { ValuePath } from "../types.ts";
import { Button, Field } from "../components/ui.tsx";
import { ValueInput } from "./value_inputs.tsx";
import { describeShape } from "../model/value_words.ts";

// A picture, with buttons that choose another one or none. One can be dropped here, too. A word in place of a file, such as
// unit, has its input.
function PictureInput({
  editing,
  path,
  children,
}: {
  editing: Editing;
  path: ValuePath;
  children: preact.ComponentChildren;
}) {
  const { file } = editing.handle,
    name = valueAt(editing.state.document.tree, path)?.text ?? "";
  const url = usePicture(file, name);
  const set = (art: string) => setValue(editing, path, { text: art }),
    choose = () => choosePicture(file, name, set, String(path.at(-1)));
  const isFile = !name || PICTURE_FILE.test(name);
  return (
    <span class="picture-input" {...pictureDrop(file, set)}>
      <button
        type="button"
        class="thumbnail"
        aria-label="Choose a picture"
        title="Choose a picture, or drop one here"
        onClick={choose}
      >
        {url ? <img src={url} alt="" /> : <Icon name="picture" />}
      </button>
      {isFile ? (
        <span class="picture-actions">
          <Button kind="quiet" onClick={choose}>
            {name ? "Change" : "Choose"}
          </Button>
          {name && (
            <Button kind="quiet" onClick={() => setValue(editing, path, null)}>
              Remove
            </Button>
          )}
          {name && <small title={name}>{name}</small>}
        </span>
      ) : (
        children
      )}
    </span>
  );
}

// A single value with its label, its hint and its problems.
export function ValueField({
  editing,
  path,
  schema,
  layout = {},
  label,
}: {
  editing: Editing;
  path: ValuePath;
  schema: Schema | undefined;
  layout?: Layout;
  label?: string;
}) {
  const key = String(path.at(-1)),
    tree = valueAt(editing.state.document.tree, path),
    shape = shapeOf(editing.root, schema, tree),
    lines = layout.lines?.[key];
  const meaning =
    editing.base && pathKey(editing.base) === pathKey(path.slice(0, -1)) ? editing.meanings?.[key] : undefined;
  const picture = shape.valueKind === "picture" && editing.pictures && !tree?.fixed;
  const name = label ?? nameOf(path, shape, layout),
    problems = problemsAt(editing.state, path);
  const long = Boolean(lines) || needsLines(key, shape.valueKind === "prose", tree?.text ?? "");
  return (
    <Field
      label={name}
      hint={
        (!shape.battery && meaning) ||
        (layout.hints?.[key] ??
          shape.help ??
          (shape.valueKind === "side" && editing.sides ? "" : describeShape(shape, name)))
      }
      problem={adviseOnValue(editing, problems, shape, tree && (tree.text ?? ""), name)}
      correction={<FixButtons editing={editing} problems={problems} />}
      wide={(long && !picture) || shape.valueKind === "theme" || layout.wide?.includes(key)}
    >
      {given => {
        const props = { ...given, "data-path": pathKey(path) },
          input = <ValueInput editing={editing} path={path} schema={schema} props={props} lines={lines} />;
        return picture ? (
          <PictureInput editing={editing} path={path}>
            {input}
          </PictureInput>
        ) : (
          input
        );
      }}
    </Field>
  );
}
