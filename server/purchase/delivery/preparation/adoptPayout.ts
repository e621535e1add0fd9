import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../platform/database/database.ts';
import { randomToken } from '../../../platform/secrets.ts';
import type { Chain, UnsignedPayout } from '../../../providers/chain/chainPort.ts';
import type { SignedForm } from '../../../providers/chain/signerPort.ts';
import { type Outcome, ok, refused } from '../../../providers/outcome.ts';
import type { Order } from '../../order/order.ts';
import { findOrdersByNumbers, lockOrderRow } from '../../order/orderStore.ts';
import { isOurTransaction } from '../payoutFormStore.ts';
import { findLivePayout, insertPayouts, type NewPayout } from '../payoutStore.ts';

/** The paying chain, and its expected fee in native minor units. */
type PayingChain = { readonly chain: Chain; readonly expected: bigint };

/**
 * Stores a transaction that the signer has already signed for these orders, but that no worker has stored, for example
 * because the worker ended in between. It is their payout, or the cancellation of a payout that a restored database
 * lacks. A transaction that is already stored is refused: it would be a second payout. `treasury_busy`: it pays other orders,
 * so `order` is paid by its next run.
 */
export async function adoptPayout(
  transaction: Transaction,
  paying: PayingChain,
  form: SignedForm,
  order: Order,
): Promise<Outcome<void, 'already_paid' | 'treasury_busy' | 'unknown_orders'>> {
  if (await isOurTransaction(transaction, form.transactionId)) return refused('already_paid');
  // It was signed for no order, but uses the requested claims: the next try takes other claims.
  if (form.orderNos.length === 0) return refused('treasury_busy');
  const found = await findOrdersByNumbers(transaction, form.orderNos);
  const [first, ...others] = found.toSorted((a, b) => a.id - b.id);
  if (!first) return refused('unknown_orders');
  for (const { id } of [first, ...others]) {
    await lockOrderRow(transaction, id);
    if (await findLivePayout(transaction, id)) return refused('already_paid');
  }
  const payouts = [buildNewPayout(paying, first), ...others.map((other) => buildNewPayout(paying, other))] as const;
  const { chain } = paying;
  const purpose = chain.isCancellation(form.unsigned) ? 'cancellation' : 'payment';
  await insertPayouts(transaction, payouts, form.unsigned, chain.getClaims(form.unsigned), form, purpose);
  return form.orderNos.includes(order.orderNo) ? ok(undefined) : refused('treasury_busy');
}

/**
 * Returns whether the signed form is the requested transaction for the requested orders. The order numbers are compared
 * because two orders can have the same address and amount.
 */
export function isRequestedForm(
  form: SignedForm,
  requestedPayout: { readonly unsigned: UnsignedPayout; readonly orderNos: readonly string[] },
): boolean {
  const hasSameOrders = isDeepStrictEqual(form.orderNos.toSorted(), requestedPayout.orderNos.toSorted());
  return hasSameOrders && isDeepStrictEqual(form.unsigned, requestedPayout.unsigned);
}

export function buildNewPayout({ chain, expected }: PayingChain, order: Order): NewPayout {
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
