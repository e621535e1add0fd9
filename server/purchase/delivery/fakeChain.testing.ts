import { amountOf } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Chain, PayoutView, SignedPayout } from '../../providers/chain/chainPort.ts';
import { ok, refused } from '../../providers/outcome.ts';

export type FakeChainStory = {
  /** What the chain says of a transaction; `pending` until it is told otherwise. */
  view: PayoutView;
  balance: bigint;
  /** The next broadcast arrives, and nobody hears of it. */
  losesNextAnswer: boolean;
};

const PENDING: PayoutView = { status: 'pending', confirmations: 0, final: false };

/** An account's chain in memory, for the network of an asset. */
export function createFakeChain(network: string, nativeAsset: Asset) {
  const story: FakeChainStory = { view: PENDING, balance: 10n ** 24n, losesNextAnswer: false };
  const broadcasts: string[] = [];
  const chain: Chain = {
    network,
    nativeAsset,
    treasuryAddress: '0xTreasury',
    deliveredWhenFinal: false,
    requiredConfirmations: () => 12,
    validateAddress: (address) => ({ valid: true, normalized: address }),
    estimateNetworkFee: async () => ok(amountOf(nativeAsset, 1n)),
    readTreasury: async () =>
      ok({
        kind: 'account',
        confirmedNonce: 0,
        maxFeePerGas: 100n,
        maxPriorityFeePerGas: 10n,
        gasLimit: 21_000n,
        nativeBalance: story.balance,
        assetBalance: story.balance,
      }),
    composePayout(request, _reading, reservation) {
      if (story.balance < request.units) return refused('funds_short');
      if (reservation.kind !== 'account') throw new TypeError('an account pays with a nonce');
      return ok({
        kind: 'account',
        chainId: 1,
        nonce: reservation.nonce,
        to: request.to,
        value: request.units.toString(),
        data: '0x',
        gasLimit: '21000',
        maxFeePerGas: '100',
        maxPriorityFeePerGas: '10',
      });
    },
    signPayout: (unsigned): SignedPayout => {
      const bytes = JSON.stringify({ network, ...unsigned });
      return { bytes, transactionId: `tx:${bytes}` };
    },
    async broadcastPayout(signed) {
      broadcasts.push(signed.bytes);
      if (!story.losesNextAnswer) return ok(undefined);
      story.losesNextAnswer = false;
      return { kind: 'unknown', detail: 'the answer was lost' };
    },
    getPayout: async () => ok(story.view),
    bumpPayout: (unsigned) => (unsigned.kind === 'account' ? { ...unsigned, maxFeePerGas: '113' } : null),
  };
  return { chain, story, broadcasts };
}
