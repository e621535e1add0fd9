/** Runs the command line of a world. Each function returns the command's output, and rejects if the command fails. */
export type OperatorCli<Words extends readonly string[]> = {
  /** Runs `npm run operate -- …` as anna. */
  run(...args: Words): Promise<string>;
  runAs(person: string, ...args: Words): Promise<string>;
  /** Runs as anna, with berta's approval if a second person is needed; collects a secret that the command makes. */
  runByTwo(...args: Words): Promise<string>;
};

/** Commands about one order, buyer, payment or partner of the test, and read-only commands. */
type OwnDataCommandName =
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
  | 'rotate-link-key'
  | 'invite-partner'
  | 'reject-change';

/**
 * The commands that a test may use in a shared world. Everything else, such as a fee, a rule or a stop of the signer, affects
 * other tests and needs a separate world (`exclusiveWorld.ts`).
 */
export type OwnDataCommand =
  | readonly [OwnDataCommandName, ...string[]]
  | readonly ['set', 'partner' | 'reviewed-name', ...string[]];
