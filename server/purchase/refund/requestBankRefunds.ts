import { type Amount, addAmounts, amountOf, subtractAmounts, zeroOf } from '@slipway/money/amount.ts';
import { findProfile } from '../../account/profileStore.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { readableToken } from '../../platform/secrets.ts';
import { surplusHere } from '../order/claimPostings.ts';
import { type Order, owedAmount } from '../order/order.ts';
import { lockOrder } from '../order/orderStore.ts';
import { receiptsOfOrder, type StoredEntry } from '../payment/bankEntryStore.ts';
import { insertBankRefund, liveBankRefunds, lostOnTheWay } from './bankRefundStore.ts';
import type { Refund, RefundPurpose } from './refundStore.ts';

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
  const asked = {
    surplus: await liveBankRefunds(transaction, orderId, 'surplus'),
    order: await liveBankRefunds(transaction, orderId, 'order'),
  };
  const left = {
    // A bank may have taken more than was owed: the surplus bears it.
    surplus: surplusHere(order) - underWay(asked.surplus),
    order: order.status === 'refunding' ? owedAmount(order).units - underWay(asked.order) : 0n,
  };
  for (const receipt of await receiptsOfOrder(transaction, orderId)) {
    const name = receipt.counterpartyName || (payer ? `${payer.firstName} ${payer.lastName}` : '');
    const here = stillHere(receipt);
    for (const purpose of ['surplus', 'order'] as const) {
      if (asked[purpose].some(({ receiptId }) => receiptId === receipt.id)) continue;
      const kept = here[purpose].units - (await lostOnTheWay(transaction, { receiptId: receipt.id, purpose }));
      const part = kept < left[purpose] ? kept : left[purpose];
      if (part <= 0n) continue;
      await ask(transaction, order, receipt, { purpose, amount: amountOf(receipt.amount.asset, part), name });
      left[purpose] -= part;
    }
  }
}

function underWay(refunds: readonly { readonly status: Refund['status']; readonly units: bigint }[]): bigint {
  return refunds.filter(({ status }) => status !== 'settled').reduce((sum, { units }) => sum + units, 0n);
}

/** What a recall has left of a receipt: it takes from what was for the order first, as the ledger does. */
function stillHere({ amount, surplus, recalled }: StoredEntry): Readonly<Record<RefundPurpose, Amount>> {
  const rest = subtractAmounts(subtractAmounts(amount, surplus), recalled);
  return rest.units < 0n
    ? { surplus: addAmounts(surplus, rest), order: zeroOf(amount.asset) }
    : { surplus, order: rest };
}

async function ask(
  transaction: Transaction,
  order: Order,
  receipt: StoredEntry,
  wanted: { readonly purpose: RefundPurpose; readonly amount: Amount; readonly name: string },
): Promise<void> {
  const id = newRefundId();
  const asked = await insertBankRefund(transaction, {
    id,
    receiptId: receipt.id,
    orderId: order.id,
    purpose: wanted.purpose,
    amount: wanted.amount,
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
