import type { Queryable } from '../../platform/database/database.ts';
import { personsWithPhone } from '../push/pushStore.ts';
import { personsWithAddress } from './personAddressStore.ts';

/** Who can be told by letter or by push, whatever becomes of the webhook. */
export async function personsReached(database: Queryable): Promise<ReadonlySet<string>> {
  return new Set([...(await personsWithAddress(database)), ...(await personsWithPhone(database))]);
}
