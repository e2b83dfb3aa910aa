// Numbers of things in words.

// Returns a number with its noun: "1 unit", "2 units", "2 hexes".
export const counted = (count: number | string, noun: string, several = `${noun}s`) =>
  `${count} ${String(count) === "1" ? noun : several}`;
