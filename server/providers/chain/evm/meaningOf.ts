import { type NodeMeaning, nodeWords } from './nodeWords.ts';

const phrases = nodeWords
  .flatMap(({ means }) => Object.entries(means) as [NodeMeaning, readonly string[]][])
  .flatMap(([meaning, words]) => words.map((word) => ({ word, meaning, pattern: asWholeWords(word) })))
  // Of two that are in a message the longer one is meant: "fee too low" is of no nonce, "known transaction" not of an unknown one.
  .toSorted((a, b) => b.word.length - a.word.length);

/** Undefined for what no client is known to say: then nothing is known of the transaction either. */
export function meaningOf(message: string): NodeMeaning | undefined {
  return phrases.find(({ pattern }) => pattern.test(message))?.meaning;
}

function asWholeWords(word: string): RegExp {
  const literal = word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(`(?<![a-z])${literal}(?![a-z])`, 'i');
}
