import type { Transaction } from '../../../platform/database/database.ts';
import { mapWithYields, yieldToEventLoop } from '../../../platform/eventLoopYield.ts';
import type { BankEntry, BankStatement } from '../../../providers/bank/bankPort.ts';
import type { KnownBooking } from '../bookings/bookingSimilarity.ts';
import { matchCollectiveBookings } from '../bookings/matchCollectiveBookings.ts';
import {
  type BookingReport,
  findSimilarBookings,
  insertEntries,
  markReportedAgain,
} from '../bookings/reportedBookingStore.ts';
import { retireCollectiveBooking } from '../bookings/retireCollectiveBooking.ts';
import { isDayFullyStated, lockBankAccount } from './accountStatementStore.ts';
import { continueStatementSequence, type StatementAcceptance } from './continueStatementSequence.ts';
import { StatementRefusedError } from './statementRefusal.ts';

/**
 * Stores a statement or a notification of an operator's account and returns the number of new bookings. Throws a {@link
 * StatementRefusedError} if a statement does not continue the preceding one, or a notification contradicts a statement.
 */
export async function saveBankStatement(
  transaction: Transaction,
  hash: Buffer,
  statement: BankStatement,
  acceptance: StatementAcceptance,
): Promise<number> {
  const { account, currency, kind } = statement;
  if (currency === undefined) return 0;
  await lockBankAccount(transaction, { account, currency });
  if (kind === 'notification') {
    const byCurrency = Map.groupBy(statement.entries, ({ amount }) => amount.asset.code);
    let count = 0;
    for (const [code, entries] of byCurrency) {
      if (code !== currency) await lockBankAccount(transaction, { account, currency: code });
      count += await saveEntries(transaction, { account, currency: code }, { hash, kind, statedIn: null }, entries);
    }
    return count;
  }
  const continued = await continueStatementSequence(transaction, hash, { ...statement, currency }, acceptance);
  if (continued === 'repeated') return 0;
  return saveEntries(transaction, { account, currency }, { hash, kind, statedIn: continued.id }, statement.entries);
}

async function saveEntries(
  transaction: Transaction,
  about: { readonly account: string; readonly currency: string },
  report: BookingReport,
  entries: readonly BankEntry[],
): Promise<number> {
  const known = await findSimilarBookings(transaction, about, entries);
  const found = await matchCollectiveBookings(entries, report.kind, known);
  const recognised = await mapWithYields(found, (what, index) => ({ ...what, entry: entries[index] as BankEntry }));
  await yieldToEventLoop();
  const repeatedBookings = recognised.flatMap((each): { readonly id: string; readonly entry: BankEntry | null }[] => {
    if (each.kind === 'same') return [{ id: each.id, entry: each.entry }];
    return each.kind === 'known_by_parts' ? each.ids.map((id) => ({ id, entry: null })) : [];
  });
  await yieldToEventLoop();
  const fresh = recognised.filter((each) => each.kind === 'new');
  if (report.kind === 'notification') await requireUnstatedDays(transaction, about, fresh);
  await yieldToEventLoop();
  await markReportedAgain(transaction, report, repeatedBookings);
  await insertEntries(
    transaction,
    report,
    fresh.map(({ entry, id, doubt }) => ({ ...entry, entryId: id, doubt })),
  );
  const parts = recognised.filter((each) => each.kind === 'part_of_known');
  return fresh.length + (await replaceCollectiveBookings(transaction, report, parts));
}

/** Refuses a notification with a new booking for a day that complete statements already cover. */
async function requireUnstatedDays(
  transaction: Transaction,
  about: { readonly account: string; readonly currency: string },
  fresh: readonly { readonly entry: BankEntry }[],
): Promise<void> {
  for (const [day, [first]] of Map.groupBy(fresh, ({ entry }) => entry.bookedOn)) {
    if (!first || !(await isDayFullyStated(transaction, about, day))) continue;
    const { entry } = first;
    throw new StatementRefusedError(
      'contradicts',
      `the notification contains a booking of ${day} (${entry.reference || entry.entryId}) that is missing in the statement of that day`,
    );
  }
}

/**
 * Replaces collective bookings by their parts, and returns the number of parts. Each part is stored with the statement that
 * contained the collective booking.
 */
async function replaceCollectiveBookings(
  transaction: Transaction,
  report: BookingReport,
  parts: readonly { readonly id: string; readonly entry: BankEntry; readonly whole: KnownBooking }[],
): Promise<number> {
  let count = 0;
  for (const group of Map.groupBy(parts, ({ whole }) => whole.id).values()) {
    const [first] = group;
    if (!first || !(await retireCollectiveBooking(transaction, first.whole.id, group.length))) continue;
    const statedIn = report.statedIn ?? first.whole.statedIn;
    const entries = group.map(({ entry, id }) => ({ ...entry, entryId: id, doubt: null, batch: ensureBatch(entry) }));
    await insertEntries(transaction, { ...report, statedIn }, entries);
    count += group.length;
  }
  return count;
}

/** Marks even a single booking as the part of a batch, so that it is matched with the sum. */
function ensureBatch({ batch, reference, amount }: BankEntry): NonNullable<BankEntry['batch']> {
  return batch ?? { reference, units: amount.units };
}
