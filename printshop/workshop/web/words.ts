// Numbers of things, names and sentences in words.

// Returns words with a capital at the beginning.
export const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

// Returns a number with its noun: "1 unit", "2 units", "2 hexes".
export const counted = (count: number | string, noun: string, several = `${noun}s`) =>
  `${count} ${String(count) === "1" ? noun : several}`;

// Returns names in words: "R-1, R-2 and R-3".
export const joinWithAnd = (names: string[]) => new Intl.ListFormat("en-GB").format(names);
