import type { Database } from '../platform/database/database.ts';
import type { PersonKey } from '../platform/persons/personKey.ts';
import type { RootKey } from '../platform/persons/readPersons.ts';
import type { Keys } from '../platform/secrets.ts';
import type { BankFiles } from '../providers/bank/bankPort.ts';
import type { ClerkContext } from './clerk/clerkContext.ts';
import type { AnswerKeys } from './persons/answerKeyFiles.ts';

export type CommandContext = {
  readonly database: Database;
  readonly bankFiles: BankFiles;
  /** Whoever holds the clerk's login needs no worker: CLERK_DATABASE_URL, where it is set. */
  readonly clerk?: ClerkContext | undefined;
  /** Those of SLIPWAY_SECRET, where it is set: few commands need them. */
  readonly keys?: Keys | undefined;
  /** Where the product is served, where it is set. */
  readonly publicUrl?: string | undefined;
  /** Partners may lie on this machine. */
  readonly isSandbox?: boolean | undefined;
  /** AUDIT_ANCHOR_FILE, where it is set. */
  readonly auditAnchorFile?: string | undefined;
  /** The persons whom whoever has the host names: OPERATOR_ROOT_KEYS. */
  readonly rootKeys: readonly RootKey[];
  /** Whoever types signs with it. */
  readonly signer: PersonKey;
  readonly answerKeys: AnswerKeys;
  /** Whose key that is, and why it is done: `--why`. */
  readonly who: string;
  readonly why: string;
  /** Further `--name value` options. */
  readonly options: Readonly<Record<string, string>>;
};

/** One word of an operator. */
export type Command = {
  readonly usage: string;
  readonly about: string;
  /**
   * Changes something, for a reason that must be said. `asks`: it signs what is to be done, which is judged again before
   * it is done. `does`: it says something of persons, and what was typed is signed and kept before.
   */
  readonly decides?: 'asks' | 'does';
  /** What to print. Throws {@link CommandError} or ConfigurationError with what to do instead. */
  run(context: CommandContext, words: readonly string[]): Promise<string>;
};
