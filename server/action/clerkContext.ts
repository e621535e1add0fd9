import type { Database, Transaction } from '../platform/database/database.ts';
import type { RootKey } from '../platform/persons/personRegistry.ts';
import type { Keys } from '../platform/secrets.ts';
import type { BankFiles } from '../providers/bank/bankPort.ts';
import { CommandError } from './commandError.ts';

/**
 * Dependencies of the clerk, the part of a worker that executes requests which need neither an order's steps nor the signer.
 * `database`: the only database role that may write what people decide (CLERK_DATABASE_URL).
 */
export type ClerkContext = {
  readonly database: Database;
  readonly rootKeys: readonly RootKey[];
  readonly bankFiles: BankFiles;
  readonly seenPersonHeads?: Set<string> | undefined;
  readonly isSandbox: boolean;
  /** Derived from SLIPWAY_SECRET; always set in a worker. */
  readonly keys?: Keys | undefined;
  /** PUBLIC_URL; always set in a worker. */
  readonly publicUrl?: string | undefined;
};

/** Returns the keys. Throws {@link CommandError} if a command runs as the clerk without them. */
export function requireKeys({ keys }: ClerkContext): Keys {
  if (!keys) throw new CommandError("SLIPWAY_SECRET is missing: set it to the server's");
  return keys;
}

/** Writes the change with its audit entry, and returns the result as text for the person. */
export type ClerkWrite = (transaction: Transaction) => Promise<string>;
