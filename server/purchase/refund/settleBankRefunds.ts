import { amountOf, formatAmount } from '@slipway/money/amount.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { BankFiles } from '../../providers/bank/bankPort.ts';
import { applyEvent, type OrderMachine } from '../order/applyEvent.ts';
import { transactionTime } from '../order/orderStore.ts';
import { type StoredEntry, settleEntry, takeEntry } from '../payment/bankEntryStore.ts';
import {
  bookingOfRefund,
  doubtRefund,
  newTransferBookings,
  refundBookingLike,
} from '../payment/transferBookingStore.ts';
import { addReturned, type BankRefund, takeBankRefund } from './bankRefundStore.ts';
import { itemiseOwnBatches } from './itemiseOwnBatches.ts';
import { judgeRefundBooking, type RefundDoubt } from './refundBookings.ts';
import { refundKinds, setRefundStatus } from './refundStore.ts';

const BATCH = 100;

type SettleContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly bankFiles: Pick<BankFiles, 'listTransfers'>;
};

/**
 * What the bank booked of our transfers: the debit that we ordered settles a refund, and a credit that the bank itself
 * calls a return fails it. Whatever else bears a refund's id is left to be allocated like every other booking.
 */
export async function settleBankRefunds(context: SettleContext): Promise<void> {
  await itemiseOwnBatches(context);
  let last: string | null = null;
  do {
    const entries: readonly StoredEntry[] = await newTransferBookings(context.database, last, BATCH);
    for (const { id } of entries) {
      await context.database.transaction((transaction) => settleBooking(context, transaction, id));
    }
    last = entries.length < BATCH ? null : (entries.at(-1)?.id ?? null);
  } while (last !== null);
}

async function settleBooking(context: SettleContext, transaction: Transaction, id: string): Promise<void> {
  const entry = await takeEntry(transaction, id, 'new');
  if (!entry) return;
  const like = await refundBookingLike(transaction, entry);
  const refund =
    (await takeBankRefund(transaction, entry.endToEndId)) ??
    (like?.refundId ? await takeBankRefund(transaction, like.refundId) : undefined);
  if (!refund) return doubtRefund(transaction, id, 'return_of_nothing' satisfies RefundDoubt);
  const left = await bookingOfRefund(transaction, refund.id);
  const judged = judgeRefundBooking(entry, refund, left, await transactionTime(transaction));
  if (judged.kind === 'waits') return;
  if (judged.kind === 'none') return doubtRefund(transaction, id, judged.doubt);
  await settleEntry(transaction, id, {
    status: 'refund',
    orderId: refund.orderId,
    surplus: null,
    reason: null,
    refundId: refund.id,
  });
  await (judged.kind === 'settles'
    ? settled(context, transaction, refund)
    : broughtBack(context, transaction, refund, entry));
}

async function settled({ machine }: SettleContext, transaction: Transaction, refund: BankRefund): Promise<void> {
  await setRefundStatus(transaction, refund.id, 'settled');
  if (refund.orderId === null) {
    const postings = move(refund.amount, 'asset:bank', 'liability:refund');
    const entry = { kind: 'surplus_returned', key: `refund:${refund.id}:settled`, postings };
    await postEntry(transaction, entry, null, await transactionTime(transaction));
    return;
  }
  await applyEvent(machine, transaction, refund.orderId, {
    kind: refundKinds[refund.purpose].settled,
    key: `${refund.id}:settled`,
    facts: { refundId: refund.id, units: refund.amount.units, channel: 'bank' },
  });
}

/**
 * The money is back on our account, as much of it as was booked: that much is owed again, and the operator has to find out
 * where it should go. What the other bank kept of it is not there to be sent a second time.
 */
async function broughtBack(
  { machine }: SettleContext,
  transaction: Transaction,
  refund: BankRefund,
  entry: StoredEntry,
): Promise<void> {
  const { units, asset } = entry.amount;
  await addReturned(transaction, refund.id, units);
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
      ...(missing > 0n && { missing: `${formatAmount(amountOf(asset, missing))} ${asset.code}` }),
    },
  });
  if (refund.orderId === null) {
    const postings = move(entry.amount, 'liability:refund', 'asset:bank');
    const key = `refund:${refund.id}:failed:${entry.id}`;
    await postEntry(
      transaction,
      { kind: 'surplus_return_failed', key, postings },
      null,
      await transactionTime(transaction),
    );
    return;
  }
  await applyEvent(machine, transaction, refund.orderId, {
    kind: refundKinds[refund.purpose].failed,
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
