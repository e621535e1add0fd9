import type { Queryable } from '../../platform/database/database.ts';
import { findPeopleWithPush } from '../push/pushStore.ts';
import { findPeopleWithAddress } from './personAddressStore.ts';

/** Returns who can be reached by email or push, independently of the webhook. */
export async function findReachablePeople(database: Queryable): Promise<ReadonlySet<string>> {
  return new Set([...(await findPeopleWithAddress(database)), ...(await findPeopleWithPush(database))]);
}
