import { type Amount, addAmounts, amountOf, subtractAmounts, zeroOf } from '@slipway/money/amount.ts';
import { findProfile } from '../../account/profileStore.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { readableToken } from '../../platform/secrets.ts';
import { type Order, owedAmount } from '../order/order.ts';
import { lockOrder } from '../order/orderStore.ts';
import { receiptsOfOrder, type StoredEntry } from '../payment/bankEntryStore.ts';
import { insertBankRefund, liveBankRefunds, lostOnTheWay } from './bankRefundStore.ts';
import { type RefundPurpose } from './refundStore.ts';

/** 100 bits; the bank repeats it when it books, so that the booking finds its refund. */
const REFUND_ID_LENGTH = 20;

export function newRefundId(): string {
  return `RFD${readableToken(REFUND_ID_LENGTH)}`;
}

/**
 * Asks for what is to go back of the money that came for an order: all of it when the order was given up, else what was
 * not asked for. Each receipt goes back to the account that it came from, and all together never more than is owed. Asked
 * again, nothing is asked twice; of what came back from there before, no more is sent than arrived.
 */
export async function requestBankRefunds(transaction: Transaction, orderId: number): Promise<void> {
  const { order } = await lockOrder(transaction, orderId);
  if (order.frozen) return;
  const payer = order.buyerId ? await findProfile(transaction, order.buyerId) : undefined;
  const live = await liveBankRefunds(transaction, orderId, 'order');
  const underWay = live.filter(({ status }) => status !== 'settled').reduce((sum, { units }) => sum + units, 0n);
  let left = order.status === 'refunding' ? owedAmount(order).units - underWay : 0n;
  for (const receipt of await receiptsOfOrder(transaction, orderId)) {
    const name = receipt.counterpartyName || (payer ? `${payer.firstName} ${payer.lastName}` : '');
    const { surplus, rest } = stillHere(receipt);
    if (surplus.units > 0n) await ask(transaction, order, receipt, { purpose: 'surplus', amount: surplus, name });
    const part = rest.units < left ? rest.units : left;
    if (part <= 0n || live.some(({ receiptId }) => receiptId === receipt.id)) continue;
    await ask(transaction, order, receipt, { purpose: 'order', amount: amountOf(rest.asset, part), name });
    left -= part;
  }
}

/** What a recall has left of a receipt: it takes from what was for the order first, as the ledger does. */
function stillHere({ amount, surplus, recalled }: StoredEntry): { readonly surplus: Amount; readonly rest: Amount } {
  const rest = subtractAmounts(subtractAmounts(amount, surplus), recalled);
  return rest.units < 0n ? { surplus: addAmounts(surplus, rest), rest: zeroOf(amount.asset) } : { surplus, rest };
}

async function ask(
  transaction: Transaction,
  order: Order,
  receipt: StoredEntry,
  wanted: { readonly purpose: RefundPurpose; readonly amount: Amount; readonly name: string },
): Promise<void> {
  const lost = await lostOnTheWay(transaction, { receiptId: receipt.id, purpose: wanted.purpose });
  if (lost >= wanted.amount.units) return;
  const id = newRefundId();
  const asked = await insertBankRefund(transaction, {
    id,
    receiptId: receipt.id,
    orderId: order.id,
    purpose: wanted.purpose,
    amount: amountOf(wanted.amount.asset, wanted.amount.units - lost),
    creditorName: wanted.name,
    creditorAccount: receipt.counterpartyAccount,
  });
  if (!asked || receipt.counterpartyAccount !== '') return;
  await raiseAlert(transaction, {
    key: `refund:${id}`,
    orderId: order.id,
    kind: 'refund_without_account',
    facts: { refund: id, orderNo: order.orderNo },
  });
}
