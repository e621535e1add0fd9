import { isHalted, payoutsOf } from '../../ledger/haltStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { addressMac, equalBytes, type Keys, randomToken } from '../../platform/secrets.ts';
import type { Chain, PayoutRequest, TreasuryReading } from '../../providers/chain/chainPort.ts';
import { type Chains, requireChainOf } from '../../providers/chain/chains.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import { recordDecision } from '../../risk/riskStore.ts';
import type { AddressScreening, ScreeningVerdict } from '../../risk/screening.ts';
import { isKeptInFull, type Order } from '../order/order.ts';
import { lockOrder } from '../order/orderStore.ts';
import { networkFeeUnits } from '../quote/priceBook.ts';
import { type CeilingContext, feeCeiling } from './feeCeiling.ts';
import { insertPayout } from './payoutStore.ts';
import { claimedSoFar, lockTreasury } from './treasuryClaimStore.ts';

export type DeliveryContext = CeilingContext & {
  readonly database: Database;
  readonly chains: Chains;
  readonly screening: AddressScreening;
  readonly keys: Keys;
};

/** Why no payout is made now. */
export type PreparationRefusal =
  | 'funds_short'
  | 'would_revert'
  | 'dust'
  | 'fee_ceiling'
  | 'treasury_busy'
  | 'address_denied'
  | 'list_stale'
  | 'address_changed'
  | 'not_paid'
  | 'books_differ';

type Prepared = Outcome<void, PreparationRefusal>;

/**
 * Claims what the payout uses up, signs, and stores the signed bytes, in one transaction: what is committed here is
 * the payout, whatever happens to this process. Nothing is sent yet. `ok` too when another worker was first.
 */
export async function preparePayout(context: DeliveryContext, order: Order): Promise<Prepared> {
  const screened = context.screening.judge(order.address, new Date());
  const refusal = lastLook(context, order, screened);
  if (refusal) return refused(refusal);
  const chain = requireChainOf(context.chains, order.receive.asset);
  const request: PayoutRequest = { ...order.receive, to: order.address };
  const expected = await expectedFee(context, order, chain);
  if (expected.kind !== 'ok') return expected;
  const reading = await chain.readTreasury(request);
  if (reading.kind !== 'ok') return reading;
  return commitPayout(context, order, { chain, request, reading: reading.value, screened, expected: expected.value });
}

/** In native minor units: by it a fee that runs away is noticed. */
async function expectedFee({ prices }: DeliveryContext, order: Order, chain: Chain): Promise<Outcome<bigint>> {
  const known = networkFeeUnits(prices(), order.receive.asset.id, new Date());
  if (known !== undefined) return ok(known);
  const estimate = await chain.estimateNetworkFee(order.receive.asset);
  return estimate.kind === 'ok' ? ok(estimate.value.units) : estimate;
}

/** Just before signing: the address is the one that the buyer gave, no list has it, the lists are fresh, and the money is here. */
function lastLook(
  { keys }: DeliveryContext,
  order: Order,
  screened: ScreeningVerdict,
): 'address_changed' | 'address_denied' | 'list_stale' | 'not_paid' | undefined {
  if (!equalBytes(addressMac(keys.addressMac, order), order.addressMac)) return 'address_changed';
  if (screened.outcome === 'denied') return 'address_denied';
  if (screened.outcome === 'stale') return 'list_stale';
  if (order.frozen) return 'address_denied';
  return isKeptInFull(order) ? undefined : 'not_paid';
}

type Making = {
  readonly chain: Chain;
  readonly request: PayoutRequest;
  readonly reading: TreasuryReading;
  readonly screened: ScreeningVerdict;
  readonly expected: bigint;
};

async function commitPayout(
  context: DeliveryContext,
  order: Order,
  { chain, request, reading, screened, expected }: Making,
): Promise<Prepared> {
  return context.database.transaction(async (transaction) => {
    const { order: locked } = await lockOrder(transaction, order.id);
    if (locked.status !== 'converted' || locked.payoutSigned) return ok(undefined);
    if (!isKeptInFull(locked)) return refused('not_paid');
    if (await isHalted(transaction, payoutsOf(order.receive.asset.id))) return refused('books_differ');
    await lockTreasury(transaction, chain.network, chain.treasuryAddress);
    const claimed = await claimedSoFar(transaction, chain);
    const mostFee = feeCeiling(context, order, chain, expected);
    const unsigned = chain.composePayout(request, reading, claimed, mostFee);
    if (unsigned.kind === 'unavailable') return refused('treasury_busy', unsigned.detail);
    if (unsigned.kind !== 'ok') return unsigned;
    const signed = await chain.signer.pay(unsigned.value, request);
    const payout = {
      id: `pay_${randomToken()}`,
      orderId: order.id,
      network: chain.network,
      fromAddress: chain.treasuryAddress,
      toAddress: order.address,
      amount: order.receive,
      nativeAsset: chain.nativeAsset,
      quotedFeeUnits: expected,
    };
    await insertPayout(transaction, payout, unsigned.value, chain.claimsOf(unsigned.value), signed);
    await recordDecision(transaction, {
      orderId: order.id,
      buyerId: order.buyerId,
      stage: 'payout',
      outcome: 'clear',
      rule: '',
      facts: { screening: screened },
    });
    return ok(undefined);
  });
}
