import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../platform/database/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { Chain, UnsignedPayout } from '../../providers/chain/chainPort.ts';
import type { SignedForm } from '../../providers/chain/signerPort.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { Order } from '../order/order.ts';
import { findOrdersByNumbers, holdOrder } from '../order/orderStore.ts';
import { insertPayouts, livePayout, type NewPayout } from './payoutStore.ts';
import { isOurTransaction } from './payoutVariantStore.ts';

/** From where it is paid, and what the chain was expected to take, in native minor units. */
type Paying = { readonly chain: Chain; readonly expected: bigint };

/**
 * Stores what the signer has signed before for these orders and nobody has stored, since a worker ended in between: it is their
 * payout. What is stored already, and is asked for again, would be a second one.
 */
export async function adoptPayout(
  transaction: Transaction,
  paying: Paying,
  form: SignedForm,
  order: Order,
): Promise<Outcome<void, 'paid_already' | 'treasury_busy'>> {
  if (await isOurTransaction(transaction, form.transactionId)) return refused('paid_already');
  // Of no order: it uses up what was asked for, and the next try takes something else.
  if (form.orderNos.length === 0) return refused('treasury_busy');
  const found = await findOrdersByNumbers(transaction, form.orderNos);
  const [first, ...others] = found.toSorted((a, b) => a.id - b.id);
  if (!first) return refused('paid_already');
  for (const { id } of [first, ...others]) {
    await holdOrder(transaction, id);
    if (await livePayout(transaction, id)) return refused('paid_already');
  }
  const payouts = [newPayout(paying, first), ...others.map((other) => newPayout(paying, other))] as const;
  await insertPayouts(transaction, payouts, form.unsigned, paying.chain.claimsOf(form.unsigned), form);
  return form.orderNos.includes(order.orderNo) ? ok(undefined) : refused('treasury_busy');
}

/** Whether it is what was asked for: the same transaction for the same orders. Two orders can look alike to the last unit. */
export function isAsked(
  form: SignedForm,
  asked: { readonly unsigned: UnsignedPayout; readonly orderNos: readonly string[] },
): boolean {
  const isSameOrders = isDeepStrictEqual(form.orderNos.toSorted(), asked.orderNos.toSorted());
  return isSameOrders && isDeepStrictEqual(form.unsigned, asked.unsigned);
}

export function newPayout({ chain, expected }: Paying, order: Order): NewPayout {
  return {
    id: `pay_${randomToken()}`,
    orderId: order.id,
    network: chain.network,
    fromAddress: chain.treasuryAddress,
    toAddress: order.address,
    amount: order.receive,
    nativeAsset: chain.nativeAsset,
    quotedFeeUnits: expected,
  };
}
