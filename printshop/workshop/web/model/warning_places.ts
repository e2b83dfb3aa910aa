// The places of warnings: each beside the value of the unit that it is about.

interface Fact {
  label: string;
  value: string;
}
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];

// Returns the fact that a warning is about: the message has its number and all words of its label.
export function findWarnedFact<One extends Fact>(facts: readonly One[], warning: string) {
  const words = wordsOf(warning),
    isNamed = (label: string) => wordsOf(label).every(part => words.some(word => word.startsWith(part)));
  return facts.find(({ label, value }) => words.includes(value) && isNamed(label));
}
