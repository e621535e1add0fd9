import sql, { join } from 'sql-template-tag';
import { selectMarksOfPerson } from '../account/personStore.ts';
import type { Transaction } from '../platform/database/database.ts';
import { isPublicAddress } from '../region/publicAddress.ts';

/** The subjects whose limits a step counts against. '' for an unknown card, address or IP. */
export type LimitSubjects = {
  readonly buyerId: string | null;
  readonly cardFingerprint: string;
  readonly address: string;
  readonly clientAddress: string;
};

/** Locks the subjects until the transaction ends, after waiting for other transactions that have locked any of them. */
export async function lockLimitSubjects(
  transaction: Transaction,
  { buyerId, cardFingerprint, address, clientAddress }: LimitSubjects,
): Promise<void> {
  const selects = [
    ...(address === '' ? [] : [sql`select 'address ' || ${address} as name`]),
    ...(isPublicAddress(clientAddress) ? [sql`select 'ip ' || client_network(${clientAddress})::text as name`] : []),
    ...(cardFingerprint === '' ? [] : [sql`select 'card ' || ${cardFingerprint} as name`]),
    ...(buyerId === null ? [] : [sql`select 'person ' || mark as name from (${selectMarksOfPerson(buyerId)}) marks`]),
  ];
  if (selects.length === 0) return;
  await transaction.lock(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('limit ' || name, 0) as key from (${join(selects, ' union ')}) subjects
      order by key) keys`);
}
