import type { Database } from '../platform/database/database.ts';
import type { Keys } from '../platform/secrets.ts';
import type { BankFiles } from '../providers/bank/bankPort.ts';

export type CommandContext = {
  readonly database: Database;
  readonly bankFiles: BankFiles;
  /** Those of SLIPWAY_SECRET, where it is set: few commands need them. */
  readonly keys?: Keys | undefined;
  /** Where the product is served, where it is set. */
  readonly publicUrl?: string | undefined;
  /** Partners may lie on this machine. */
  readonly isSandbox?: boolean;
  /** Who decides, and why: `--by` and `--why`. */
  readonly who: string;
  readonly why: string;
  /** Further `--name value` options. */
  readonly options: Readonly<Record<string, string>>;
};

/** One word of an operator. */
export type Command = {
  readonly usage: string;
  readonly about: string;
  /** Changes something: it must be said who and why. */
  readonly decides?: true;
  /** What to print. Throws {@link CommandError} or ConfigurationError with what to do instead. */
  run(context: CommandContext, words: readonly string[]): Promise<string>;
};
