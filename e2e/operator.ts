/** What an operator does at the command line of a world. Each returns what the command printed, and rejects if it fails. */
export type Operator<Words extends readonly string[]> = {
  /** `npm run operate -- …`, as anna. */
  run(...words: Words): Promise<string>;
  runAs(person: string, ...words: Words): Promise<string>;
  /** As anna, and approved by berta if it takes a second person; a secret that it makes is collected. */
  runByTwo(...words: Words): Promise<string>;
};

/** Commands about one order, buyer, payment or partner of the test's own, and those that only read. */
type CommandOnOwn =
  | 'list'
  | 'show'
  | 'hold'
  | 'clear'
  | 'refuse'
  | 'freeze'
  | 'unfreeze'
  | 'refund'
  | 'match'
  | 'approve'
  | 'export'
  | 'reconcile'
  | 'partner-key'
  | 'rotate-secret'
  | 'rotate-link-key';

/**
 * The words that a test may use in a world that others use too. Everything else, such as a fee, a rule or a stop of the signer,
 * changes what those others see: it takes a world of its own (`exclusiveWorld.ts`).
 */
export type WordsOnOwn =
  | readonly [CommandOnOwn, ...string[]]
  | readonly ['set', 'partner' | 'reviewed-name', ...string[]];
