import { type Amount, addAmounts, createAmount, createZeroAmount, subtractAmounts } from '@slipway/money/amount.ts';
import { findProfile } from '../../account/details/profileStore.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { computeOwedAmount, type Order } from '../order/order.ts';
import { lockOrder } from '../order/orderStore.ts';
import { computeRefundableSurplus } from '../order/postings/liabilityPostings.ts';
import { listOrderReceipts, type StoredEntry } from '../payment/bankEntryStore.ts';
import { insertBankRefund, listLiveBankRefunds, sumReturnDeductions } from './bankRefundStore.ts';
import { createRefundId } from './refundId.ts';
import type { Refund, RefundPurpose } from './refundStore.ts';

/**
 * Requests bank refunds for an order: of everything owed if it is refunding, and of its surplus. Each receipt is refunded
 * to the account that paid it, and the total never exceeds what is owed. A refund without an account raises an alert.
 * Idempotent. After a returned refund, at most the returned amount is sent again.
 */
export async function requestBankRefunds(transaction: Transaction, orderId: number): Promise<void> {
  const { order } = await lockOrder(transaction, orderId);
  if (order.frozen) return;
  const payer = order.buyerId ? await findProfile(transaction, order.buyerId) : undefined;
  const liveRefunds = {
    surplus: await listLiveBankRefunds(transaction, orderId, 'surplus'),
    order: await listLiveBankRefunds(transaction, orderId, 'order'),
  };
  const unrequested = {
    // If a bank recalls more than the order's part, the surplus covers the rest.
    surplus: computeRefundableSurplus(order) - sumPendingUnits(liveRefunds.surplus),
    order: order.status === 'refunding' ? computeOwedAmount(order).units - sumPendingUnits(liveRefunds.order) : 0n,
  };
  for (const receipt of await listOrderReceipts(transaction, orderId)) {
    const name = receipt.counterpartyName || (payer ? `${payer.firstName} ${payer.lastName}` : '');
    const remainder = computeReceiptRemainder(receipt);
    for (const purpose of ['surplus', 'order'] as const) {
      if (liveRefunds[purpose].some(({ receiptId }) => receiptId === receipt.id)) continue;
      const refundable =
        remainder[purpose].units - (await sumReturnDeductions(transaction, { receiptId: receipt.id, purpose }));
      const part = refundable < unrequested[purpose] ? refundable : unrequested[purpose];
      if (part <= 0n) continue;
      await requestReceiptRefund(transaction, order, receipt, {
        purpose,
        amount: createAmount(receipt.amount.asset, part),
        name,
      });
      unrequested[purpose] -= part;
    }
  }
}

function sumPendingUnits(refunds: readonly { readonly status: Refund['status']; readonly units: bigint }[]): bigint {
  return refunds.filter(({ status }) => status !== 'settled').reduce((sum, { units }) => sum + units, 0n);
}

/**
 * Returns what remains of a receipt after recalls. Recalls reduce the order's part before the surplus, as in the ledger.
 */
function computeReceiptRemainder({ amount, surplus, recalled }: StoredEntry): Readonly<Record<RefundPurpose, Amount>> {
  const rest = subtractAmounts(subtractAmounts(amount, surplus), recalled);
  return rest.units < 0n
    ? { surplus: addAmounts(surplus, rest), order: createZeroAmount(amount.asset) }
    : { surplus, order: rest };
}

async function requestReceiptRefund(
  transaction: Transaction,
  order: Order,
  receipt: StoredEntry,
  wanted: { readonly purpose: RefundPurpose; readonly amount: Amount; readonly name: string },
): Promise<void> {
  const id = createRefundId();
  const isInserted = await insertBankRefund(transaction, {
    id,
    receiptId: receipt.id,
    orderId: order.id,
    purpose: wanted.purpose,
    amount: wanted.amount,
    creditorName: wanted.name,
    creditorAccount: receipt.counterpartyAccount,
  });
  if (!isInserted || receipt.counterpartyAccount !== '') return;
  await raiseAlert(transaction, {
    key: `refund:${id}`,
    orderId: order.id,
    kind: 'refund_without_account',
    facts: { refund: id, orderNo: order.orderNo },
  });
}
