// Words that differ by a few letters.

// Returns the number of letters by which two words differ: other, missing or additional letters, and neighbours that are
// swapped count 1 each.
export function countDifferences(one: string, other: string): number {
  let before: number[] = [],
    last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1],
        isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      now[at] = Math.min(
        (last[at] ?? 0) + 1,
        (now[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + Number(!isSame),
        isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, now];
  }
  return last[other.length] ?? 0;
}
const ONE_FAULT = 4, // letters of the shortest word with a wrong letter
  TWO_FAULTS = 8;
// Whether a word is probably meant by a typed one, which may be its beginning.
export function isMeant(typed: string, word: string) {
  const most = typed.length >= TWO_FAULTS ? 2 : Number(typed.length >= ONE_FAULT);
  const lengths = [typed.length - 1, typed.length, typed.length + 1, word.length].filter(
    length => length > 0 && Math.abs(length - typed.length) <= most,
  );
  return most > 0 && lengths.some(length => countDifferences(typed, word.slice(0, length)) <= most);
}
