/** What a kind of node says, and what each of its words means for a payout. */
export type NodeWords<Meaning extends string> = {
  readonly client: string;
  /** Where the client says so. */
  readonly sources: readonly string[];
  readonly means: Readonly<Partial<Record<Meaning, readonly string[]>>>;
};

/** `anywhere`: as whole words in a sentence. `first`: as the reason that a message begins with. */
type Place = 'anywhere' | 'first';

const PATTERNS: Readonly<Record<Place, (literal: string) => string>> = {
  anywhere: (literal) => `(?<![a-z])${literal}(?![a-z])`,
  // Some versions put a number before it.
  first: (literal) => `^(?:\\d+: )?${literal}(?![a-z-])`,
};

/** Undefined for what no client is known to say: then nothing is known of the transaction either. */
export function meaningReader<Meaning extends string>(
  tables: readonly NodeWords<Meaning>[],
  place: Place,
): (message: string) => Meaning | undefined {
  const phrases = wordsOf(tables)
    // Of two that are in a message the longer one is meant: "fee too low" is of no nonce.
    .toSorted((a, b) => b.word.length - a.word.length)
    .map(({ word, meaning }) => ({ meaning, pattern: new RegExp(PATTERNS[place](escaped(word)), 'i') }));
  return (message) => phrases.find(({ pattern }) => pattern.test(message))?.meaning;
}

/** Every word of the tables with its client. */
export function wordsOf<Meaning extends string>(tables: readonly NodeWords<Meaning>[]) {
  return tables.flatMap(({ client, means }) =>
    (Object.entries(means) as [Meaning, readonly string[]][]).flatMap(([meaning, words]) =>
      words.map((word) => ({ client, word, meaning })),
    ),
  );
}

function escaped(word: string): string {
  return word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
