// The kinds of elements that a container offers: a record sheet, a face or a block of a chart. The declarations of the
// elements decide, by the keywords x-new and x-icon of the JSON Schema.

import type { Plain } from "./tree.ts";
import { labelOf, type Schema, shapeOf } from "./schema.ts";
import type { ValueKind, ValueName } from "../types.ts";
import { describeShape } from "./value_words.ts";

export interface ElementKind {
  key: string; // that only this kind has
  label: string;
  hint: string;
  icon: string; // "" if the declaration names none
  valueKind: ValueKind | ""; // of the value of the key
  values: Readonly<Record<string, Plain>>; // the keys and values of a new element
}
// Returns the kinds that can stand in a container: it has all keys of a new element of the kind.
export const listElements = (root: Schema, container: Schema | undefined): ElementKind[] => {
  const { properties } = shapeOf(root, container);
  return [...properties].flatMap(([key, schema]): ElementKind[] => {
    const shape = shapeOf(root, schema),
      { newValues: values, icon, valueKind, help } = shape,
      label = labelOf(key, shape);
    if (!values || !Object.keys(values).every(one => properties.has(one))) return [];
    return [{ key, label, hint: help ?? describeShape(shape, label), icon, valueKind, values }];
  });
};

const FIRST_VALUES = 4; // of a new table of figures
// The place of a new element.
export interface ElementPlace {
  names?: readonly ValueName[]; // of the values of a unit that it can show
  hasUnit?: boolean;
  hasSide?: boolean; // whose colour it can have
  isNamed?: boolean; // words are the name of the unit
}
// Returns the values of a new element, null if a picture must be chosen first, and undefined if the unit has nothing for it.
export function beginElement(
  { key, valueKind, values }: ElementKind,
  { names = [], hasUnit = false, hasSide = false, isNamed = false }: ElementPlace,
): Readonly<Record<string, Plain>> | null | undefined {
  const declared = names.filter(one => one.is_declared),
    list = declared.find(one => one.is_list);
  switch (valueKind) {
    case "figures":
      return declared.length ? { ...values, [key]: declared.slice(0, FIRST_VALUES).map(one => one.key) } : undefined;
    case "list field":
      return list && { ...values, [key]: list.key };
    case "picture":
      return hasUnit ? values : null;
    case "side colour":
      return hasSide ? { ...values, [key]: "side" } : values;
    case "prose":
      return isNamed ? { ...values, [key]: "**{name}**" } : values;
    default:
      return values;
  }
}
