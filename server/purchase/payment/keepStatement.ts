import type { Transaction } from '../../platform/database/database.ts';
import { eachInTurn, giveTurn } from '../../platform/turns.ts';
import type { BankEntry, BankStatement } from '../../providers/bank/bankPort.ts';
import { isToldWholly, lockAccount } from './accountStatementStore.ts';
import type { KnownBooking } from './bookingLikeness.ts';
import { type Acceptance, continueAccount } from './continueAccount.ts';
import { makeRoomForParts } from './itemise.ts';
import { recogniseCollective } from './recogniseCollective.ts';
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
  const found = await recogniseCollective(entries, telling.kind, known);
  const recognised = await eachInTurn(found, (what, index) => ({ ...what, entry: entries[index] as BankEntry }));
  await giveTurn();
  const told = recognised.flatMap((each): { readonly id: string; readonly entry: BankEntry | null }[] => {
    if (each.kind === 'same') return [{ id: each.id, entry: each.entry }];
    return each.kind === 'known_by_parts' ? each.ids.map((id) => ({ id, entry: null })) : [];
  });
  await giveTurn();
  const fresh = recognised.filter((each) => each.kind === 'new');
  if (telling.kind === 'notification') await requireUntold(transaction, about, fresh);
  await giveTurn();
  await markTold(transaction, telling, told);
  await insertEntries(
    transaction,
    telling,
    fresh.map(({ entry, id, doubt }) => ({ ...entry, entryId: id, doubt })),
  );
  const parts = recognised.filter((each) => each.kind === 'part_of_known');
  return fresh.length + (await keepParts(transaction, telling, parts));
}

/** A notification tells nothing of a day that the statements have told wholly. */
async function requireUntold(
  transaction: Transaction,
  about: { readonly account: string; readonly currency: string },
  fresh: readonly { readonly entry: BankEntry }[],
): Promise<void> {
  for (const [day, [first]] of Map.groupBy(fresh, ({ entry }) => entry.bookedOn)) {
    if (!first || !(await isToldWholly(transaction, about, day))) continue;
    const { entry } = first;
    throw new StatementRefusedError(
      'contradicts',
      `it tells a booking of ${day} (${entry.reference || entry.entryId}) that the statement of that day does not have`,
    );
  }
}

/** Parts take the place of the sum, and are told by the statement that told it. */
async function keepParts(
  transaction: Transaction,
  telling: Telling,
  parts: readonly { readonly id: string; readonly entry: BankEntry; readonly whole: KnownBooking }[],
): Promise<number> {
  let count = 0;
  for (const group of Map.groupBy(parts, ({ whole }) => whole.id).values()) {
    const [first] = group;
    if (!first || !(await makeRoomForParts(transaction, first.whole.id, group.length))) continue;
    const statedIn = telling.statedIn ?? first.whole.statedIn;
    const entries = group.map(({ entry, id }) => ({ ...entry, entryId: id, doubt: null, batch: batchOf(entry) }));
    await insertEntries(transaction, { ...telling, statedIn }, entries);
    count += group.length;
  }
  return count;
}

/** A part says so of itself, even the only one, so that the sum is known by it. */
function batchOf({ batch, reference, amount }: BankEntry): NonNullable<BankEntry['batch']> {
  return batch ?? { reference, units: amount.units };
}
