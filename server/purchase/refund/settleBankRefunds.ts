import { postEntry } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { applyEvent, type OrderMachine } from '../order/applyEvent.ts';
import type { EventKind } from '../order/events.ts';
import { transactionTime } from '../order/orderStore.ts';
import { newTransferBookings, type StoredEntry, settleEntry, takeEntry } from '../payment/bankEntryStore.ts';
import { type BankRefund, type RefundPurpose, setRefundStatus, takeBankRefund } from './refundStore.ts';

const BATCH = 100;

type SettleContext = { readonly database: Database; readonly machine: OrderMachine };

/** What the bank booked of our transfers: a debit settles a refund, a credit that brings it back fails it. */
export async function settleBankRefunds(context: SettleContext): Promise<void> {
  for (const entry of await newTransferBookings(context.database, BATCH)) {
    await context.database.transaction(async (transaction) => {
      const taken = await takeEntry(transaction, entry.id, 'new');
      const refund = taken && (await takeBankRefund(transaction, entry.endToEndId));
      if (!refund) return;
      await settleEntry(transaction, entry.id, {
        status: 'refund',
        orderId: refund.orderId,
        surplus: null,
        reason: null,
      });
      await (entry.direction === 'debit' && !entry.reversal
        ? settled(context, transaction, refund)
        : failed(context, transaction, refund, entry));
    });
  }
}

const outcomes = {
  order: { settled: 'refund_settled', failed: 'refund_failed' },
  surplus: { settled: 'surplus_returned', failed: 'surplus_return_failed' },
} as const satisfies Record<RefundPurpose, { readonly settled: EventKind; readonly failed: EventKind }>;

async function settled(
  { machine }: Pick<SettleContext, 'machine'>,
  transaction: Transaction,
  refund: BankRefund,
): Promise<void> {
  if (refund.status === 'settled') return;
  await setRefundStatus(transaction, refund.id, 'settled');
  if (refund.orderId === null) {
    const postings = move(refund.amount, 'asset:bank', 'liability:refund');
    const entry = { kind: 'surplus_returned', key: `refund:${refund.id}:settled`, postings };
    await postEntry(transaction, entry, null, await transactionTime(transaction));
    return;
  }
  await applyEvent(machine, transaction, refund.orderId, {
    kind: outcomes[refund.purpose].settled,
    key: `${refund.id}:settled`,
    facts: { refundId: refund.id, units: refund.amount.units, channel: 'bank' },
  });
}

/** The money is back on our account: it is owed again, and the operator has to find out where it should go. */
async function failed(
  { machine }: Pick<SettleContext, 'machine'>,
  transaction: Transaction,
  refund: BankRefund,
  entry: StoredEntry,
): Promise<void> {
  await setRefundStatus(transaction, refund.id, 'failed');
  await raiseAlert(transaction, {
    key: `refund:${refund.id}:failed`,
    orderId: refund.orderId,
    kind: 'refund_failed',
    facts: { refund: refund.id, entry: entry.id, remittance: entry.remittance },
  });
  if (refund.orderId === null) return;
  await applyEvent(machine, transaction, refund.orderId, {
    kind: outcomes[refund.purpose].failed,
    key: `${refund.id}:failed`,
    facts: {
      refundId: refund.id,
      units: refund.amount.units,
      reason: 'returned_by_bank',
      wasSettled: refund.status === 'settled',
      returnedUnits: null,
      channel: 'bank',
    },
  });
}
