import { amountOf } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { PayoutView, SignedPayout } from '../chainPort.ts';
import { type BitcoinClient, NoAnswerError, type Outpoint } from './client.ts';
import type { BitcoinPayout } from './transaction.ts';

/** So many blocks deep nobody expects a re-organization any more. */
export const FINAL_DEPTH = 6;
/** A day: a payout is watched, so that a spend of its inputs is found long before it lies so deep. */
const MOST_BLOCKS = 144;

const MISSING: PayoutView = { status: 'missing', confirmations: 0, final: false };

/** Asks the node where the payout is. */
export async function viewPayout(
  client: BitcoinClient,
  { transactionId }: SignedPayout,
  payout: BitcoinPayout,
  nativeAsset: Asset,
): Promise<PayoutView> {
  const included = async (): Promise<PayoutView | undefined> => {
    const place = await client.findTransaction(transactionId);
    if (!place) return undefined;
    const { confirmations } = place;
    if (confirmations === 0) return { status: 'pending', confirmations, final: false };
    return {
      status: 'included',
      confirmations,
      final: confirmations >= FINAL_DEPTH,
      networkFee: amountOf(nativeAsset, BigInt(payout.feeUnits)),
    };
  };
  const known = await included();
  if (known) return known;
  if (!(await isSpentElsewhere(client, payout.inputs))) return MISSING;
  const spend = await client.findSpend(payout.inputs, MOST_BLOCKS);
  // It may have been taken into a block between the questions.
  const taken = await included();
  if (taken) return taken;
  if (!spend) return { status: 'replaced', confirmations: 0, final: false };
  if (spend.transactionId === transactionId)
    throw new NoAnswerError(`the node has ${transactionId} in a block, and does not find it`);
  return {
    status: 'replaced',
    confirmations: 0,
    final: spend.depth >= FINAL_DEPTH,
    replacedBy: spend.transactionId,
  };
}

/** Whether one of the outputs was in a block and is there no more. One whose own transaction is gone is only missing. */
export async function isSpentElsewhere(client: BitcoinClient, outpoints: readonly Outpoint[]): Promise<boolean> {
  for (const outpoint of outpoints) {
    if (await client.isUnspent(outpoint)) continue;
    const parent = await client.findTransaction(outpoint.txid);
    if (parent && parent.confirmations > 0) return true;
  }
  return false;
}
