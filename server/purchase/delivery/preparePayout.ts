import type { Database } from '../../platform/database/database.ts';
import type { Chain } from '../../providers/chain/chainPort.ts';
import { type Chains, requireChainOf } from '../../providers/chain/chains.ts';
import type { PayoutSigner } from '../../providers/chain/signerPort.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { Order } from '../order/order.ts';
import { networkFeeUnits } from '../quote/priceBook.ts';
import { commitPayouts, type Prepared } from './commitPayouts.ts';
import type { CeilingContext } from './feeCeiling.ts';
import { type LookContext, lastLook } from './lastLook.ts';
import { countNewlySent } from './payoutStore.ts';
import { waitingOrders } from './waitingOrderStore.ts';

export type DeliveryContext = CeilingContext &
  LookContext & {
    readonly database: Database;
    readonly chains: Chains;
    readonly signer: PayoutSigner;
  };

/**
 * Claims what the payout uses up, signs, and stores the signed bytes, in one transaction: what is committed here is
 * the payout, whatever happens to this process. Nothing is sent yet. `ok` too when another worker was first.
 */
export async function preparePayout(context: DeliveryContext, order: Order): Promise<Prepared> {
  const { screened, refusal } = lastLook(context, order);
  if (refusal) return refused(refusal);
  const chain = requireChainOf(context.chains, order.receive.asset);
  if (await isFull(context.database, chain)) return refused('treasury_busy');
  const expected = await expectedFee(context, order, chain);
  if (expected.kind !== 'ok') return expected;
  const reading = await chain.readTreasury({ ...order.receive, to: order.address });
  if (reading.kind !== 'ok') return reading;
  const others = await waitingOrders(context.database, order, chain.traits.mostPayees - 1);
  const cleared = await context.signer.clear([order, ...others].map(({ orderNo }) => orderNo));
  if (cleared.kind !== 'ok') return cleared;
  const reason = cleared.value.get(order.orderNo);
  if (reason) return refused(reason);
  const paid = new Set(others.filter(({ orderNo }) => !cleared.value.has(orderNo)).map(({ id }) => id));
  return commitPayouts(context, order, { chain, reading: reading.value, screened, expected: expected.value, paid });
}

/**
 * Whether as many wait for a block as may, as far as the database knows: then nobody is asked. The chain itself is, once one of them
 * has waited too long to be believed.
 */
async function isFull(database: Database, chain: Chain): Promise<boolean> {
  const { mostWaiting, stuckAfterMs } = chain.traits;
  return mostWaiting !== undefined && (await countNewlySent(database, chain, stuckAfterMs)) >= mostWaiting;
}

/** In native minor units: by it a fee that runs away is noticed. */
async function expectedFee({ prices }: DeliveryContext, order: Order, chain: Chain): Promise<Outcome<bigint>> {
  const known = networkFeeUnits(prices(), order.receive.asset.id, new Date());
  if (known !== undefined) return ok(known);
  const estimate = await chain.estimateNetworkFee(order.receive.asset);
  return estimate.kind === 'ok' ? ok(estimate.value.units) : estimate;
}
