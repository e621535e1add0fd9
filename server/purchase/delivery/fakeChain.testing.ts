import { createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { divideRounded } from '@slipway/money/decimal.ts';
import type {
  BumpRefusal,
  Chain,
  ChainTip,
  LivePayout,
  PayoutView,
  SignedPayout,
  TreasuryReading,
  UnsignedPayout,
} from '../../providers/chain/chainPort.ts';
import { createTrustingSigner } from '../../providers/chain/trustingSigner.testing.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';

export type FakeChainBehavior = {
  /** The view of a transaction; `pending` until the test changes it. */
  view: PayoutView;
  tip: ChainTip;
  /** Balance of the treasury in the newest block: payouts below `confirmedNonce` are already deducted. */
  balance: bigint;
  confirmedNonce: number;
  /** The network's fee for a payout. */
  feeBid: bigint;
  /** Smaller payments are refused as dust. */
  dustBelow: bigint;
  /** The node rejects forms with a lower fee. */
  minimumFee: bigint;
  /** The next broadcast arrives, but its answer is lost. */
  losesNextAnswer: boolean;
};

type FakeReading = TreasuryReading & { readonly balance: bigint; readonly confirmedNonce: number };

const TREASURY = '0xTreasury';
const PENDING: PayoutView = { status: 'pending', confirmations: 0, final: false };

/** The claims of the chain's payouts: a nonce; one of two outputs; or none, and the bytes expire. */
export type FakeChainKind = 'nonce' | 'output' | 'neither';

/** An in-memory chain, for the network of an asset. */
export function createFakeChain(network: string, nativeAsset: Asset, kind: FakeChainKind = 'nonce', mostPayees = 1) {
  const story: FakeChainBehavior = {
    view: PENDING,
    tip: { newest: 'block 1', final: 'block 0' },
    balance: 10n ** 24n,
    confirmedNonce: 0,
    feeBid: 100n,
    minimumFee: 0n,
    dustBelow: 0n,
    losesNextAnswer: false,
  };
  const broadcasts: string[] = [];
  let blocks = 0;
  const outputs = ['first:0', 'second:1'].map((output) => `${network}-${output}`);
  const raiseFee = (unsigned: UnsignedPayout, mostFee: bigint): Outcome<UnsignedPayout, BumpRefusal> => {
    if (kind === 'neither') return refused('cannot_bump');
    const least = divideRounded(BigInt(unsigned['fee'] as string) * 9n, 8n, 'up');
    if (least > mostFee) return refused('fee_ceiling');
    const wanted = story.feeBid > least ? story.feeBid : least;
    return ok({ ...unsigned, fee: (wanted > mostFee ? mostFee : wanted).toString() });
  };
  const sign = async (unsigned: UnsignedPayout): Promise<SignedPayout> => {
    const bytes = JSON.stringify({ network, ...unsigned });
    return { bytes, transactionId: `tx:${bytes}` };
  };
  const signer = createTrustingSigner(sign);
  const chain: Chain = {
    network,
    name: 'A chain in memory',
    nativeAsset,
    treasuryAddress: TREASURY,
    traits: {
      stuckAfterMs: 60_000,
      deductedWhen: 'included',
      mostPayees,
      deliveredWhen: 'confirmed',
      toComparableAddress: (address) => address.toLowerCase(),
    },
    paymentUris: { scheme: 'memory', read: (address) => ({ address }) },
    requiredConfirmations: () => 12,
    validateAddress: (address) => ({ valid: true, normalized: address }),
    estimateNetworkFee: async () => ok(createAmount(nativeAsset, 1n)),
    readBalances: async () => ok({ kind, balance: story.balance, confirmedNonce: story.confirmedNonce }),
    readHoldings: async (assets) =>
      ok({ units: new Map(assets.map(({ id }) => [id, story.balance])), stateId: `${story.balance}` }),
    computeFreeFunds(_asset, reading, { live }) {
      const units = computeFreeUnits(reading, live);
      return { asset: units, native: units };
    },
    readTreasury: async () => ok({ kind, balance: story.balance, confirmedNonce: story.confirmedNonce }),
    composePayout(requests, reading, { nextNonce, held, live }, mostFee) {
      const units = requests.reduce((sum, request) => sum + request.units, 0n);
      if (requests.some((request) => request.units < story.dustBelow)) return refused('dust');
      const output = outputs.find((candidate) => !held.has(candidate)) ?? null;
      if (computeFreeUnits(reading, live) < units || (kind === 'output' && output === null))
        return refused('funds_short');
      if (story.feeBid > mostFee) return refused('fee_ceiling');
      const payout = {
        kind,
        to: requests.map(({ to }) => to).join(),
        value: units.toString(),
        fee: story.feeBid.toString(),
      };
      if (kind === 'nonce') return ok({ ...payout, nonce: nextNonce });
      blocks += 1;
      // Spending the same output later costs a different fee.
      if (kind === 'output') return ok({ ...payout, output, fee: (story.feeBid + BigInt(blocks)).toString() });
      return ok({ ...payout, blockhash: `block ${blocks}` });
    },
    getClaims: ({ nonce, output }) => ({
      ...(nonce !== undefined && { nonce: Number(nonce) }),
      held: typeof output === 'string' ? [output] : [],
    }),
    isCancellation: ({ to }) => to === TREASURY,
    worstFee: ({ fee }) => BigInt(fee as string),
    async broadcastPayout(signed) {
      broadcasts.push(signed.bytes);
      if (story.minimumFee > 0n && readFee(signed) < story.minimumFee) return refused('fee_too_low');
      if (!story.losesNextAnswer) return ok(undefined);
      story.losesNextAnswer = false;
      return { kind: 'unknown', detail: 'the answer was lost' };
    },
    getPayout: async () => ok(story.view),
    readTip: async () => ok(story.tip),
    readSent: async () => ok({ nextNonce: undefined, transactions: [], received: [] }),
    getIncoming: async () => refused('not_found'),
    readFees: async () => ok({ kind }),
    bumpPayout: (unsigned, _fees, { mostFee }) => raiseFee(unsigned, mostFee),
    cancelPayout: (unsigned, _fees, { mostFee }) => raiseFee({ ...unsigned, to: TREASURY, value: '0' }, mostFee),
  };
  return { chain, signer, story, broadcasts };
}

/** Treats all payouts as one asset, fees included. */
function computeFreeUnits(reading: TreasuryReading, live: readonly LivePayout[]): bigint {
  const { balance, confirmedNonce } = reading as FakeReading;
  const unmined = live.filter(({ nonce }) => nonce === undefined || nonce >= confirmedNonce);
  return unmined.reduce((left, { units, worstFee }) => left - units - worstFee, balance);
}

function readFee({ bytes }: SignedPayout): bigint {
  return BigInt((JSON.parse(bytes) as { readonly fee: string }).fee);
}
