import type { Database } from '../../../platform/database/database.ts';
import type { Chain } from '../../../providers/chain/chainPort.ts';
import { type Chains, requireAssetChain } from '../../../providers/chain/chains.ts';
import type { PayoutSigner } from '../../../providers/chain/signerPort.ts';
import { type Outcome, ok, refused } from '../../../providers/outcome.ts';
import type { Order } from '../../order/order.ts';
import { findNetworkFeeUnits } from '../../quote/priceBook.ts';
import type { FeeCeilingContext } from '../fees/computeFeeCeiling.ts';
import { countRecentUnminedPayouts } from '../payoutStore.ts';
import { checkBeforeSigning, type SigningCheckContext } from './checkBeforeSigning.ts';
import { commitPayouts, type PreparationOutcome } from './commitPayouts.ts';
import { listOrdersAwaitingPayout } from './waitingOrderStore.ts';

export type DeliveryContext = FeeCeilingContext &
  SigningCheckContext & {
    readonly database: Database;
    readonly chains: Chains;
    readonly signer: PayoutSigner;
  };

/**
 * Reserves the payout's claims, signs, and stores the signed bytes, in one transaction: once committed, these bytes are the
 * payout, even if this process ends. No transaction is broadcast yet. Returns `ok` also if another worker was first.
 */
export async function preparePayout(context: DeliveryContext, order: Order): Promise<PreparationOutcome> {
  const { screened, refusal } = checkBeforeSigning(context, order);
  if (refusal) return refused(refusal);
  const chain = requireAssetChain(context.chains, order.receive.asset);
  if (await hasMaximumWaiting(context.database, chain)) return refused('treasury_busy');
  const expected = await estimateExpectedFee(context, order, chain);
  if (expected.kind !== 'ok') return expected;
  const reading = await chain.readTreasury({ ...order.receive, to: order.address });
  if (reading.kind !== 'ok') return reading;
  const others = await listOrdersAwaitingPayout(context.database, order, chain.traits.mostPayees - 1);
  const cleared = await context.signer.clear([order, ...others].map(({ orderNo }) => orderNo));
  if (cleared.kind !== 'ok') return cleared;
  const reason = cleared.value.get(order.orderNo);
  if (reason) return refused(reason);
  const clearedIds = new Set(others.filter(({ orderNo }) => !cleared.value.has(orderNo)).map(({ id }) => id));
  return commitPayouts(context, order, {
    chain,
    reading: reading.value,
    screened,
    expected: expected.value,
    clearedIds,
  });
}

/**
 * Returns whether the database has as many recent unmined payouts as the chain allows; then the node is not queried.
 * Payouts that are stuck are not counted, so that the node is queried again.
 */
async function hasMaximumWaiting(database: Database, chain: Chain): Promise<boolean> {
  const { mostWaiting, stuckAfterMs } = chain.traits;
  return mostWaiting !== undefined && (await countRecentUnminedPayouts(database, chain, stuckAfterMs)) >= mostWaiting;
}

/** Returns the expected fee in native minor units. A fee above it raises an alert. */
async function estimateExpectedFee({ prices }: DeliveryContext, order: Order, chain: Chain): Promise<Outcome<bigint>> {
  const known = findNetworkFeeUnits(prices(), order.receive.asset.id, new Date());
  if (known !== undefined) return ok(known);
  const estimate = await chain.estimateNetworkFee(order.receive.asset);
  return estimate.kind === 'ok' ? ok(estimate.value.units) : estimate;
}
