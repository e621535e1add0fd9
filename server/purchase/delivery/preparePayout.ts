import type { Rules } from '../../platform/config/rules.ts';
import type { Database } from '../../platform/database/database.ts';
import { addressMac, equalBytes, type Keys, randomToken } from '../../platform/secrets.ts';
import type { PayoutRequest } from '../../providers/chain/chainPort.ts';
import { type Chains, requireChain } from '../../providers/chain/chains.ts';
import { recordDecision } from '../../risk/riskStore.ts';
import type { AddressScreening, ScreeningVerdict } from '../../risk/screening.ts';
import { type Catalog, requireCrypto } from '../catalog/catalog.ts';
import type { OrderMachine } from '../order/applyEvent.ts';
import type { Order } from '../order/order.ts';
import { lockOrder } from '../order/orderStore.ts';
import { networkFeeUnits, type PriceBook } from '../quote/priceBook.ts';
import { claimedSoFar, insertPayout, lockTreasury } from './payoutStore.ts';

export type DeliveryContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly catalog: Catalog;
  readonly chains: Chains;
  readonly screening: AddressScreening;
  readonly keys: Keys;
  readonly prices: () => PriceBook;
  readonly rules: Rules;
};

export type Preparation =
  | 'prepared'
  | 'not_now'
  | 'funds_short'
  | 'would_revert'
  | 'dust'
  | 'address_denied'
  | 'list_stale'
  | 'address_changed'
  | 'not_paid';

/**
 * Claims what the payout uses up, signs, and stores the signed bytes, in one transaction: what is committed here is
 * the payout, whatever happens to this process. Nothing is sent yet.
 */
export async function preparePayout(context: DeliveryContext, order: Order): Promise<Preparation> {
  const screened = context.screening.judge(order.address, new Date());
  const refusal = lastLook(context, order, screened);
  if (refusal) return refusal;
  const crypto = requireCrypto(context.catalog, order.receiveCurrency);
  const chain = requireChain(context.chains, crypto.network.chain);
  const request: PayoutRequest = { asset: crypto.asset, to: order.address, units: order.receiveUnits };
  const reading = await chain.readTreasury(request);
  if (reading.kind === 'refused') return reading.reason;
  if (reading.kind !== 'ok') return 'not_now';

  return context.database.transaction(async (transaction) => {
    const { order: locked } = await lockOrder(transaction, order.id);
    if (locked.status !== 'converted' || locked.payoutSigned) return 'not_now';
    await lockTreasury(transaction, chain.network, chain.treasuryAddress);
    const claimed = await claimedSoFar(transaction, chain.network, chain.treasuryAddress);
    const unsigned = chain.composePayout(request, reading.value, claimed);
    if (unsigned.kind === 'refused') return unsigned.reason;
    if (unsigned.kind !== 'ok') return 'not_now';
    const signed = await chain.signPayout(unsigned.value, request);
    await insertPayout(
      transaction,
      {
        id: `pay_${randomToken()}`,
        orderId: order.id,
        network: chain.network,
        asset: crypto.asset.id,
        fromAddress: chain.treasuryAddress,
        toAddress: order.address,
        units: order.receiveUnits,
        // What was expected when it was signed: by it a fee that has run away is noticed.
        quotedFeeUnits: networkFeeUnits(context.prices(), crypto.asset.id, new Date()) ?? null,
      },
      unsigned.value,
      chain.claimsOf(unsigned.value),
      signed,
    );
    await recordDecision(transaction, {
      orderId: order.id,
      buyerId: order.buyerId,
      stage: 'payout',
      outcome: 'clear',
      rule: '',
      facts: { screening: screened },
    });
    return 'prepared';
  });
}

/** Just before signing: the address is the one that the buyer gave, no list has it, the lists are fresh, and the money is here. */
function lastLook({ keys }: DeliveryContext, order: Order, screened: ScreeningVerdict): Preparation | undefined {
  if (!equalBytes(addressMac(keys.addressMac, order), order.addressMac)) return 'address_changed';
  if (screened.outcome === 'denied') return 'address_denied';
  if (screened.outcome === 'stale') return 'list_stale';
  if (order.capturedUnits + order.receivedUnits - order.refundedUnits < order.payUnits) return 'not_paid';
  return undefined;
}
