// Numbers of things in words.

// Returns a number with its noun: "1 unit", "2 units", "2 hexes".
export const counted = (count: number | string, noun: string, several = `${noun}s`) =>
  `${count} ${String(count) === "1" ? noun : several}`;

// Returns names in words: "R-1, R-2 and R-3".
export const joinWithAnd = (names: string[]) => new Intl.ListFormat("en-GB").format(names);
