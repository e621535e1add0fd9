import type { Database } from '../../platform/database/database.ts';
import type { RootKey } from '../../platform/persons/readPersons.ts';
import type { Keys } from '../../platform/secrets.ts';
import type { BankFiles } from '../../providers/bank/bankPort.ts';

/** What is needed for whatever the command does itself. */
export type LocalContext = {
  readonly database: Database;
  readonly rootKeys: readonly RootKey[];
  readonly bankFiles: BankFiles;
  readonly isSandbox?: boolean | undefined;
  readonly keys?: Keys | undefined;
};
