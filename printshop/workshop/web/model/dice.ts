// The dice that a value of a unit may name.

export const COMMON_DICE = ["d4", "d6", "d8", "d10", "d12", "d20"];
const sidesOf = (die: string) => Number(die.slice(1));
// Returns the die that a text names, "" if it names none: 6, d6 and D 6 are d6.
export const readDie = (text: string) => {
  const [, sides = ""] = /^\s*d?\s*(\d{1,3})\s*$/i.exec(text) ?? [];
  return Number(sides) > 1 ? `d${Number(sides)}` : "";
};
// Returns a list of dice with one more, or without one that it has; the smallest first.
export const toggleDie = (dice: readonly string[], die: string) =>
  (dice.includes(die) ? dice.filter(one => one !== die) : [...dice, die]).sort(
    (one, other) => sidesOf(one) - sidesOf(other),
  );
