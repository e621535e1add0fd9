import { createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Hex } from 'viem';
import { type Outcome, ok } from '../../outcome.ts';
import type { PayoutView, SignedPayout } from '../chainPort.ts';
import { type EvmClient, findReceipt, isKnownTransaction, unavailable } from './client.ts';
import type { EvmPayout } from './evmPayout.ts';
import { findUseOfNonce } from './nonceUse.ts';
import { readRollupFee } from './rollupFee.ts';

const UNAVAILABLE = { kind: 'unavailable', retryAfterMs: 2_000 } as const;

/** Queries the state of a payout: by its receipt, or else by the transaction that used its nonce. */
export async function viewPayout(
  client: EvmClient,
  treasury: Hex,
  { nativeAsset, l1FeeOracle }: { readonly nativeAsset: Asset; readonly l1FeeOracle?: string | undefined },
  signed: SignedPayout,
  payout: EvmPayout,
): Promise<Outcome<PayoutView>> {
  const hash = signed.transactionId as Hex;
  const readMinedView = async (): Promise<PayoutView | undefined> => {
    const receipt = await findReceipt(client, hash);
    if (!receipt) return undefined;
    const [head, final, rollupFee] = await Promise.all([
      client.getBlockNumber(),
      client.getBlock({ blockTag: 'finalized' }),
      readRollupFee(client, l1FeeOracle, receipt),
    ]);
    return {
      status: receipt.status === 'success' ? 'included' : 'reverted',
      confirmations: Math.max(1, Number(head - receipt.blockNumber + 1n)),
      final: (final.number ?? 0n) >= receipt.blockNumber,
      networkFee: createAmount(nativeAsset, receipt.gasUsed * receipt.effectiveGasPrice + rollupFee),
    };
  };
  try {
    const mined = await readMinedView();
    if (mined) return ok(mined);
    const waiting = await viewUnminedPayout(client, treasury, hash, payout);
    // It may have been mined between the queries.
    const mayBeMined = waiting.kind !== 'ok' || waiting.value.status === 'replaced';
    const minedMeanwhile = mayBeMined ? await readMinedView() : undefined;
    return minedMeanwhile ? ok(minedMeanwhile) : waiting;
  } catch (error) {
    return unavailable(error);
  }
}

/** Returns the view of a payout in no block: pending, missing, or replaced by another transaction with its nonce. */
async function viewUnminedPayout(
  client: EvmClient,
  address: Hex,
  hash: Hex,
  { nonce }: EvmPayout,
): Promise<Outcome<PayoutView>> {
  const [known, head] = await Promise.all([isKnownTransaction(client, hash), client.getBlockNumber()]);
  const confirmed = await client.getTransactionCount({ address, blockNumber: head });
  if (confirmed <= nonce) return ok({ status: known ? 'pending' : 'missing', confirmations: 0, final: false });
  const use = await findUseOfNonce(client, address, nonce, head);
  if (!use) return ok({ status: 'replaced', confirmations: 0, final: false });
  if (use.hash === hash) return { ...UNAVAILABLE, detail: `the node has ${hash} in a block, and no receipt of it` };
  const final = await client.getBlock({ blockTag: 'finalized' });
  const isFinal = (final.number ?? 0n) >= use.blockNumber;
  return ok({
    status: 'replaced',
    confirmations: 0,
    final: isFinal,
    replacedBy: use.hash,
    ...(use.isAuthorization && { authorizedNonce: nonce }),
  });
}
