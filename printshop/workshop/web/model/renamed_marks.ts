// Marks of a battle are stored by the names of its units. This module gives them to units that have other names now.

// "Alpha-2 (Britain)" is the second Alpha of Britain.
const plainOf = (key: string) => key.replace(/ \([^()]*\)$/, ""),
  sideOf = (key: string) => key.slice(plainOf(key).length);

// Returns stored marks by the present names of the units of a battle. A unit with another name has the place of the old
// one. Two different units of the game are no new names: one took the place of the other.
export function followNames<State>(
  stored: Readonly<Record<string, State>>,
  ships: readonly string[],
  unitNames: readonly string[],
): Record<string, State> {
  const isUnit = (key: string) =>
    [plainOf(key), plainOf(key).replace(/-\d+$/, "")].some(name => unitNames.includes(name));
  const marks = { ...stored };
  for (const side of new Set(Object.keys(stored).map(sideOf))) {
    const lost = Object.keys(stored).filter(key => sideOf(key) === side && !ships.includes(key)),
      added = ships.filter(key => sideOf(key) === side && !(key in stored));
    if (lost.length === added.length)
      lost.forEach((old, place) => {
        const now = added[place],
          state = stored[old];
        if (now && state && !(isUnit(old) && isUnit(now))) {
          marks[now] = state;
          delete marks[old];
        }
      });
  }
  return marks;
}
