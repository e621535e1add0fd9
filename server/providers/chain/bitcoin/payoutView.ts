import { createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { PayoutView, SignedPayout } from '../chainPort.ts';
import type { BitcoinPayout } from './bitcoinPayout.ts';
import type { BitcoinClient, Outpoint } from './client.ts';
import { NoAnswerError } from './rpc.ts';

/** Depth in blocks at which no reorganization is expected. */
export const FINAL_DEPTH = 6;
/** A day: payouts are monitored, so a spend of their inputs is found long before this depth. */
const MOST_BLOCKS = 144;

const MISSING: PayoutView = { status: 'missing', confirmations: 0, final: false };
const PENDING: PayoutView = { status: 'pending', confirmations: 0, final: false };

/**
 * Queries the state of a payout. Not finding it is no proof that it was not mined; proof is that its inputs are
 * unspent, or that another transaction spent them.
 */
export async function viewPayout(
  client: BitcoinClient,
  { transactionId }: SignedPayout,
  payout: BitcoinPayout,
  nativeAsset: Asset,
): Promise<PayoutView> {
  const included = (confirmations: number): PayoutView => ({
    status: 'included',
    confirmations,
    final: confirmations >= FINAL_DEPTH,
    networkFee: createAmount(nativeAsset, BigInt(payout.feeUnits)),
  });
  const look = async () => {
    const place = await client.findTransaction(transactionId);
    if (typeof place === 'string') return place;
    return place.confirmations === 0 ? PENDING : included(place.confirmations);
  };
  const known = await look();
  if (typeof known !== 'string') return known;
  const inputs = await queryInputState(client, payout.inputs);
  if (inputs === 'not_spent') return MISSING;
  const spend = await client.findSpend(payout.inputs, MOST_BLOCKS);
  if (spend?.transactionId === transactionId) return included(spend.depth);
  // It may have been mined between the queries.
  const taken = await look();
  if (typeof taken !== 'string') return taken;
  if (spend) {
    const final = spend.depth >= FINAL_DEPTH;
    return { status: 'replaced', confirmations: 0, final, replacedBy: spend.transactionId };
  }
  if (taken === 'unseen' || inputs === 'unseen')
    throw new NoAnswerError(
      `${transactionId} is in none of ${MOST_BLOCKS} blocks, and the node has no -txindex for others`,
    );
  return { status: 'replaced', confirmations: 0, final: false };
}

/**
 * `spent`: one of the outputs was in a block and is no longer unspent. An output whose transaction is gone is only
 * missing; `unseen` means that the node cannot distinguish the two.
 */
export async function queryInputState(
  client: BitcoinClient,
  outpoints: readonly Outpoint[],
): Promise<'not_spent' | 'spent' | 'unseen'> {
  let unseen = false;
  for (const outpoint of outpoints) {
    if (await client.isUnspent(outpoint)) continue;
    const parent = await client.findTransaction(outpoint.txid);
    if (parent === 'unseen') unseen = true;
    else if (parent !== 'absent' && parent.confirmations > 0) return 'spent';
  }
  return unseen ? 'unseen' : 'not_spent';
}
