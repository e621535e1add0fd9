import { createAmount, formatAmount } from '@slipway/money/amount.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { BankFiles } from '../../providers/bank/bankPort.ts';
import { applyEvent, type OrderMachine } from '../order/machine/applyEvent.ts';
import { readTransactionTime } from '../order/orderStore.ts';
import { lockEntryInStatus, type StoredEntry, settleEntry } from '../payment/bankEntryStore.ts';
import {
  findRefundBooking,
  findRelatedRefundBooking,
  listNewTransferBookings,
  recordRefundDoubt,
} from '../payment/receipts/transferBookingStore.ts';
import { addReturnedUnits, type BankRefund, lockBankRefund } from './bankRefundStore.ts';
import { itemiseOwnBatches } from './itemiseOwnBatches.ts';
import { judgeRefundBooking, type RefundDoubt } from './refundBookingRules.ts';
import { refundEventKinds, setRefundStatus } from './refundStore.ts';

const BATCH = 100;

type SettleContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly bankFiles: Pick<BankFiles, 'listTransfers'>;
};

/**
 * Processes bookings of refunds. The debit of a refund's transfer settles the refund. A credit that the bank reports as the
 * return of that transfer fails the refund; it waits for the debit if that is not booked yet. Any other booking with a
 * refund's id is allocated like any other booking.
 */
export async function settleBankRefunds(context: SettleContext): Promise<void> {
  await itemiseOwnBatches(context);
  let last: string | null = null;
  do {
    const entries: readonly StoredEntry[] = await listNewTransferBookings(context.database, last, BATCH);
    for (const { id } of entries) {
      await context.database.transaction((transaction) => settleBooking(context, transaction, id));
    }
    last = entries.length < BATCH ? null : (entries.at(-1)?.id ?? null);
  } while (last !== null);
}

async function settleBooking(context: SettleContext, transaction: Transaction, id: string): Promise<void> {
  const entry = await lockEntryInStatus(transaction, id, 'new');
  if (!entry) return;
  const related = await findRelatedRefundBooking(transaction, entry);
  const relatedId = related === 'ambiguous' ? undefined : related?.refundId;
  const refund =
    (await lockBankRefund(transaction, entry.endToEndId)) ??
    (relatedId ? await lockBankRefund(transaction, relatedId) : undefined);
  if (!refund) {
    const doubt: RefundDoubt = related === 'ambiguous' ? 'return_ambiguous' : 'return_of_nothing';
    return recordRefundDoubt(transaction, id, doubt);
  }
  const refundDebit = await findRefundBooking(transaction, refund.id);
  const judged = judgeRefundBooking(entry, refund, refundDebit, await readTransactionTime(transaction));
  if (judged.kind === 'waits') return;
  if (judged.kind === 'none') return recordRefundDoubt(transaction, id, judged.doubt);
  await settleEntry(transaction, id, {
    status: 'refund',
    orderId: refund.orderId,
    surplus: null,
    reason: null,
    refundId: refund.id,
  });
  await (judged.kind === 'settles'
    ? settleRefund(context, transaction, refund)
    : recordReturnedRefund(context, transaction, refund, entry));
}

/** Marks a refund as settled and updates its order and the ledger. */
export async function settleRefund(
  { machine }: Pick<SettleContext, 'machine'>,
  transaction: Transaction,
  refund: BankRefund,
): Promise<void> {
  await setRefundStatus(transaction, refund.id, 'settled');
  if (refund.orderId === null) {
    const postings = move(refund.amount, 'asset:bank', 'liability:refund');
    const entry = { kind: 'surplus_returned', key: `refund:${refund.id}:settled`, postings };
    await postEntry(transaction, entry, null, await readTransactionTime(transaction));
    return;
  }
  await applyEvent(machine, transaction, refund.orderId, {
    kind: refundEventKinds[refund.purpose].settled,
    key: `${refund.id}:settled`,
    facts: { refundId: refund.id, units: refund.amount.units, channel: 'bank' },
  });
}

/**
 * Records a returned refund: the returned amount is owed again, and an operator must enter another account. A fee that
 * the other bank deducted is not sent again.
 */
async function recordReturnedRefund(
  { machine }: SettleContext,
  transaction: Transaction,
  refund: BankRefund,
  entry: StoredEntry,
): Promise<void> {
  const { units, asset } = entry.amount;
  await addReturnedUnits(transaction, refund.id, units);
  const missing = refund.amount.units - refund.returnedUnits - units;
  await raiseAlert(transaction, {
    key: `refund:${refund.id}:failed:${entry.id}`,
    orderId: refund.orderId,
    kind: 'refund_failed',
    facts: {
      refund: refund.id,
      entry: entry.id,
      reason: entry.returnReason,
      returned: `${formatAmount(entry.amount)} ${asset.code}`,
      ...(missing > 0n && { missing: `${formatAmount(createAmount(asset, missing))} ${asset.code}` }),
    },
  });
  if (refund.orderId === null) {
    const postings = move(entry.amount, 'liability:refund', 'asset:bank');
    const key = `refund:${refund.id}:failed:${entry.id}`;
    await postEntry(
      transaction,
      { kind: 'surplus_return_failed', key, postings },
      null,
      await readTransactionTime(transaction),
    );
    return;
  }
  await applyEvent(machine, transaction, refund.orderId, {
    kind: refundEventKinds[refund.purpose].failed,
    key: `${refund.id}:failed:${entry.id}`,
    facts: {
      refundId: refund.id,
      units,
      reason: entry.returnReason || 'returned_by_bank',
      wasSettled: true,
      channel: 'bank',
    },
  });
}
