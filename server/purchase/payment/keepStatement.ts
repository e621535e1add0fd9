import type { Transaction } from '../../platform/database/database.ts';
import type { BankEntry, BankStatement } from '../../providers/bank/bankPort.ts';
import { isToldWholly, lockAccount } from './accountStatementStore.ts';
import { type Acceptance, continueAccount } from './continueAccount.ts';
import { recogniseBookings } from './recogniseBookings.ts';
import { StatementRefusedError } from './statementRefusal.ts';
import { bookingsLike, insertEntries, markTold, type Telling } from './toldBookingStore.ts';

/**
 * Keeps a statement or a notification of our account; gives how many bookings it tells for the first time. Throws a
 * {@link StatementRefusedError}.
 */
export async function keepStatement(
  transaction: Transaction,
  hash: Buffer,
  statement: BankStatement,
  acceptance: Acceptance,
): Promise<number> {
  const { account, currency, kind } = statement;
  if (currency === undefined) return 0;
  await lockAccount(transaction, { account, currency });
  if (kind === 'notification') {
    const byCurrency = Map.groupBy(statement.entries, ({ amount }) => amount.asset.code);
    let count = 0;
    for (const [code, entries] of byCurrency) {
      if (code !== currency) await lockAccount(transaction, { account, currency: code });
      count += await keepEntries(transaction, { account, currency: code }, { hash, kind, statedIn: null }, entries);
    }
    return count;
  }
  const continued = await continueAccount(transaction, hash, { ...statement, currency }, acceptance);
  if (continued === 'repeated') return 0;
  return keepEntries(transaction, { account, currency }, { hash, kind, statedIn: continued.id }, statement.entries);
}

async function keepEntries(
  transaction: Transaction,
  about: { readonly account: string; readonly currency: string },
  telling: Telling,
  entries: readonly BankEntry[],
): Promise<number> {
  const known = await bookingsLike(transaction, about, entries);
  const recognised = recogniseBookings(entries, telling.kind, known).map((what, index) => ({
    ...what,
    entry: entries[index] as BankEntry,
  }));
  const told = recognised.filter((each) => each.kind === 'same');
  const fresh = recognised.filter((each) => each.kind === 'new');
  if (telling.kind === 'notification') {
    for (const [day, [first]] of Map.groupBy(fresh, ({ entry }) => entry.bookedOn)) {
      if (!first || !(await isToldWholly(transaction, about, day))) continue;
      const { entry } = first;
      throw new StatementRefusedError(
        'contradicts',
        `it tells a booking of ${day} (${entry.reference || entry.entryId}) that the statement of that day does not have`,
      );
    }
  }
  await markTold(transaction, telling, told);
  await insertEntries(
    transaction,
    telling,
    fresh.map(({ entry, id, doubt }) => ({ ...entry, entryId: id, doubt })),
  );
  return fresh.length;
}
