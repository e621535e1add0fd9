import type { Database } from '../../platform/database/database.ts';
import type { RootKey } from '../../platform/persons/readPersons.ts';
import type { Keys } from '../../platform/secrets.ts';
import type { BankFiles } from '../../providers/bank/bankPort.ts';
import { CommandError } from '../commandError.ts';

/** What the clerk stands on: the login of the one role that may write what persons alone decide (CLERK_DATABASE_URL). */
export type ClerkContext = {
  readonly database: Database;
  readonly rootKeys: readonly RootKey[];
  readonly bankFiles: BankFiles;
  readonly personsSeen?: Set<string> | undefined;
  readonly isSandbox?: boolean | undefined;
  /** Those of SLIPWAY_SECRET, which always are there beside a worker. */
  readonly keys?: Keys | undefined;
};

/** Throws {@link CommandError} where a command is the clerk and has none. */
export function requireKeys({ keys }: ClerkContext): Keys {
  if (!keys) throw new CommandError("SLIPWAY_SECRET is missing: set it to the server's");
  return keys;
}
