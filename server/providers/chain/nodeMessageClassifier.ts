/** Messages of a kind of node, and what each means for a payout. */
export type NodeMessages<Meaning extends string> = {
  readonly client: string;
  /** Where the client's source defines them. */
  readonly sources: readonly string[];
  readonly means: Readonly<Partial<Record<Meaning, readonly string[]>>>;
};

/** Where a message must contain a phrase: `anywhere` as whole words, or `first`, as the reason at its start. */
type MessagePosition = 'anywhere' | 'first';

const PATTERNS: Readonly<Record<MessagePosition, (literal: string) => string>> = {
  anywhere: (literal) => `(?<![a-z])${literal}(?![a-z])`,
  // Some versions of bitcoind prefix the reason with a number, as in `64: dust`.
  first: (literal) => `^(?:\\d+: )?${literal}(?![a-z-])`,
};

/**
 * Returns a function that maps a message to its meaning. Undefined for a message that is in no table: what it means for
 * the transaction is unknown.
 */
export function createMessageClassifier<Meaning extends string>(
  tables: readonly NodeMessages<Meaning>[],
  position: MessagePosition,
): (message: string) => Meaning | undefined {
  const phrases = listNodeMessages(tables)
    // If a message contains several phrases, the longest decides, since a shorter one may be part of it.
    .toSorted((a, b) => b.message.length - a.message.length)
    .map(({ message: phrase, meaning }) => ({
      meaning,
      pattern: new RegExp(PATTERNS[position](escapeRegExp(phrase)), 'i'),
    }));
  return (message) => phrases.find(({ pattern }) => pattern.test(message))?.meaning;
}

/** Returns every message of the tables with its client. */
export function listNodeMessages<Meaning extends string>(tables: readonly NodeMessages<Meaning>[]) {
  return tables.flatMap(({ client, means }) =>
    (Object.entries(means) as [Meaning, readonly string[]][]).flatMap(([meaning, phrases]) =>
      phrases.map((phrase) => ({ client, message: phrase, meaning })),
    ),
  );
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
