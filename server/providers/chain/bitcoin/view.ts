import { amountOf } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { PayoutView, SignedPayout } from '../chainPort.ts';
import type { BitcoinClient, Outpoint } from './client.ts';
import type { BitcoinPayout } from './transaction.ts';

/** So many blocks deep nobody expects a re-organization any more. */
export const FINAL_DEPTH = 6;

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
  const depth = (await client.depthOfSpend(payout.inputs, FINAL_DEPTH)) ?? FINAL_DEPTH;
  // It may have been taken into a block between the questions.
  return (await included()) ?? { status: 'replaced', confirmations: 0, final: depth >= FINAL_DEPTH };
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
