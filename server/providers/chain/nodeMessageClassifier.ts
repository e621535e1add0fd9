/** Messages of a kind of node, and what each means for a payout. */
export type NodeMessages<Meaning extends string> = {
  readonly client: string;
  /** Where the client's source defines them. */
  readonly sources: readonly string[];
  readonly means: Readonly<Partial<Record<Meaning, readonly string[]>>>;
};

/** `anywhere`: as whole words in a sentence. `first`: as the reason at the start of a message. */
type MessagePosition = 'anywhere' | 'first';

const PATTERNS: Readonly<Record<MessagePosition, (literal: string) => string>> = {
  anywhere: (literal) => `(?<![a-z])${literal}(?![a-z])`,
  // Some versions prefix a number.
  first: (literal) => `^(?:\\d+: )?${literal}(?![a-z-])`,
};

/**
 * Returns a function that maps a message to its meaning; undefined for a message of no known client, so the state of
 * the transaction is unknown.
 */
export function createMessageClassifier<Meaning extends string>(
  tables: readonly NodeMessages<Meaning>[],
  place: MessagePosition,
): (message: string) => Meaning | undefined {
  const phrases = listNodeMessages(tables)
    // If a message contains two phrases, the longer one counts: "fee too low" is not about a nonce.
    .toSorted((a, b) => b.word.length - a.word.length)
    .map(({ word: phrase, meaning }) => ({ meaning, pattern: new RegExp(PATTERNS[place](escapeRegExp(phrase)), 'i') }));
  return (message) => phrases.find(({ pattern }) => pattern.test(message))?.meaning;
}

/** Returns every message of the tables with its client. */
export function listNodeMessages<Meaning extends string>(tables: readonly NodeMessages<Meaning>[]) {
  return tables.flatMap(({ client, means }) =>
    (Object.entries(means) as [Meaning, readonly string[]][]).flatMap(([meaning, phrases]) =>
      phrases.map((phrase) => ({ client, word: phrase, meaning })),
    ),
  );
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
