import { formatAmount } from '@slipway/money/amount.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { unallocatedEntries } from '../../purchase/payment/bankEntryStore.ts';
import { type BookedBy, bookEntry } from '../bank/bookEntry.ts';
import { markArrived, payoutsUnderWay, type StoredLine } from './acquirerLineStore.ts';
import { matchPayouts } from './matchPayouts.ts';

const MOST_BOOKINGS = 1_000;
/** After the day on which it was expected. */
const LATE_MS = 5 * 86_400_000;

/** Finds the bank's bookings of what the acquirer has paid out. What is not certain, or is late, is put before a person. */
export async function settlePayouts({ database }: { readonly database: Database }): Promise<void> {
  const payouts = await payoutsUnderWay(database);
  if (payouts.length === 0) return;
  const { matches, ambiguous } = matchPayouts(payouts, await unallocatedEntries(database, MOST_BOOKINGS));
  for (const { payout, entry } of matches) {
    await database.transaction((transaction) => bookPayout(transaction, payout, entry.id, { who: 'treasury' }));
  }
  const now = await database.now();
  const found = new Set(matches.map(({ payout }) => payout.id));
  for (const payout of payouts) {
    const isUnclear = ambiguous.some(({ id }) => id === payout.id);
    const isLate = !found.has(payout.id) && now.getTime() - expectedAt(payout) > LATE_MS;
    if (isUnclear || isLate) await alertPayout(database, payout, isUnclear ? 'several_bookings' : 'late');
  }
}

/** False when the payout or the booking was settled meanwhile: then nothing of it is kept. */
export async function bookPayout(
  transaction: Transaction,
  payout: Pick<StoredLine, 'acquirer' | 'id'>,
  entryId: string,
  by: BookedBy,
): Promise<boolean> {
  if (!(await bookEntry(transaction, { id: entryId }, 'acquirer-payout', by))) return false;
  if (await markArrived(transaction, payout, entryId)) return true;
  throw new Error(`payout ${payout.id} has arrived before`);
}

function expectedAt({ arrivesOn, bookedAt }: StoredLine): number {
  return arrivesOn === null ? bookedAt.getTime() : Date.parse(arrivesOn);
}

async function alertPayout(
  database: Database,
  { acquirer, id, subject, amount, arrivesOn }: StoredLine,
  why: 'several_bookings' | 'late',
): Promise<void> {
  await raiseAlert(database, {
    key: `payout:${acquirer}:${id}:${why}`,
    orderId: null,
    kind: 'acquirer_payout',
    facts: {
      payout: subject,
      why,
      amount: `${formatAmount({ ...amount, units: -amount.units })} ${amount.asset.code}`,
      arrivesOn,
    },
  });
}
