import type { Database, Transaction } from '../database/database.ts';
import { takeDataKeysToRewrap, updateWrapping } from './dataKeyStore.ts';
import { PersonalDataError } from './personalDataError.ts';
import type { PersonalKeys, WrappedDataKey } from './personalKeys.ts';

const BATCH = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Rewraps every data key with the newest wrapping key, in batches that commit separately: after an interruption the next run
 * continues. Sealed rows are neither read nor written. Returns the number of rewrapped keys; throws at the end if one could not be
 * opened, which does not stop the others.
 */
export async function rewrapDataKeys(database: Database, keys: PersonalKeys, limit = BATCH): Promise<number> {
  const { newest } = keys;
  let rewrapped = 0;
  let unreadable: PersonalDataError | undefined;
  let after: string | undefined = BEFORE_ALL;
  while (after !== undefined) {
    const from: string = after;
    const taken = await database.transaction(async (transaction) => {
      const former = await takeDataKeysToRewrap(transaction, { newest, after: from, limit });
      for (const key of former) {
        const fault = await rewrapOne(transaction, keys, key);
        if (fault) unreadable ??= fault;
        else rewrapped += 1;
      }
      return former;
    });
    after = taken.length < limit ? undefined : taken.at(-1)?.id;
  }
  if (unreadable) throw unreadable;
  return rewrapped;
}

async function rewrapOne(
  transaction: Transaction,
  keys: PersonalKeys,
  former: WrappedDataKey,
): Promise<PersonalDataError | undefined> {
  try {
    await updateWrapping(transaction, keys.rewrap(former));
    return undefined;
  } catch (error) {
    if (error instanceof PersonalDataError) return error;
    throw error;
  }
}
