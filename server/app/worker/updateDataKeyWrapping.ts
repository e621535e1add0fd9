import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { countDataKeys } from '../../platform/personal/dataKeyStore.ts';
import { rewrapDataKeys } from '../../platform/personal/rewrapDataKeys.ts';

type WrappingContext = { readonly database: Database; readonly log: Log };

/**
 * Rewraps every data key with the newest wrapping key. Run periodically by the worker: several may run at once, and an
 * interrupted run continues where it was.
 */
export async function updateDataKeyWrapping({ database, log }: WrappingContext): Promise<void> {
  const { personalKeys } = database;
  if (!personalKeys) throw new Error('a worker needs the keys of personal data');
  const rewrapped = await rewrapDataKeys(database, personalKeys);
  if (rewrapped === 0) return;
  const left = (await countDataKeys(database)).filter(({ wrappedBy }) => wrappedBy !== personalKeys.newest);
  log.info({ rewrapped, newest: personalKeys.newest, left }, 'data keys were wrapped by the newest key');
}
