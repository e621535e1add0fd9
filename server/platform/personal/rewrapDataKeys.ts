import type { Database, Transaction } from '../database/database.ts';
import { replaceWrapping, takeDataKeysToRewrap } from './dataKeyStore.ts';
import { PersonalDataError } from './personalDataError.ts';
import type { PersonalKeys, WrappedDataKey } from './personalKeys.ts';

const BATCH = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Wraps every data key by the newest of the operator's keys, in turns that each commit: one that is broken off goes on
 * where it was. Rows are neither read nor written. Answers how many were wrapped anew; throws at the end where one could
 * not be opened, which keeps back no other.
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
    await replaceWrapping(transaction, keys.rewrap(former));
    return undefined;
  } catch (error) {
    if (error instanceof PersonalDataError) return error;
    throw error;
  }
}
