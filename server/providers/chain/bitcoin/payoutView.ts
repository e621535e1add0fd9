import { createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { PayoutView, SignedPayout } from '../chainPort.ts';
import type { BitcoinPayout } from './bitcoinPayout.ts';
import type { BitcoinClient, Outpoint } from './client.ts';
import { NoAnswerError } from './rpc.ts';

/** Depth in blocks at which no reorganization is expected. */
export const FINAL_DEPTH = 6;
/** About a day of blocks, which are searched for a spend. Payouts are monitored, so a spend is found long before. */
const MOST_BLOCKS = 144;

const MISSING: PayoutView = { status: 'missing', confirmations: 0, final: false };
const PENDING: PayoutView = { status: 'pending', confirmations: 0, final: false };

/**
 * Queries the state of a payout. Not finding it is no proof that it was not mined; proof is that its inputs are
 * unspent, or that another transaction spent them. Throws {@link NoAnswerError} if a node without an index has neither.
 */
export async function viewPayout(
  client: BitcoinClient,
  { transactionId }: SignedPayout,
  payout: BitcoinPayout,
  nativeAsset: Asset,
): Promise<PayoutView> {
  const buildIncludedView = (confirmations: number): PayoutView => ({
    status: 'included',
    confirmations,
    final: confirmations >= FINAL_DEPTH,
    networkFee: createAmount(nativeAsset, BigInt(payout.feeUnits)),
  });
  const queryById = async () => {
    const depth = await client.findTransaction(transactionId);
    if (typeof depth === 'string') return depth;
    return depth.confirmations === 0 ? PENDING : buildIncludedView(depth.confirmations);
  };
  const known = await queryById();
  if (typeof known !== 'string') return known;
  const inputs = await queryInputState(client, payout.inputs);
  if (inputs === 'not_spent') return MISSING;
  const spend = await client.findSpend(payout.inputs, MOST_BLOCKS);
  if (spend?.transactionId === transactionId) return buildIncludedView(spend.depth);
  // It may have been mined between the queries.
  const minedMeanwhile = await queryById();
  if (typeof minedMeanwhile !== 'string') return minedMeanwhile;
  if (spend) {
    const final = spend.depth >= FINAL_DEPTH;
    return { status: 'replaced', confirmations: 0, final, replacedBy: spend.transactionId };
  }
  if (minedMeanwhile === 'unseen' || inputs === 'unseen')
    throw new NoAnswerError(
      `${transactionId} is not in the newest ${MOST_BLOCKS} blocks, and the node has no index (-txindex) of older ones`,
    );
  return { status: 'replaced', confirmations: 0, final: false };
}

/**
 * Returns `spent` if one of the outputs was in a block and a block spends it, `not_spent` if none is spent or their
 * transactions are no longer known. `unseen`: the node has no index, so it cannot distinguish the two.
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
