import { type Amount, amountOf } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type {
  Chain,
  ChainTip,
  ClaimedSoFar,
  ComposeRefusal,
  Holdings,
  Incoming,
  PayoutRequests,
  PayoutView,
  SentReading,
  SignedPayout,
  TreasuryReading,
  UnsignedPayout,
} from '../chainPort.ts';
import { foldBitcoinAddress, scriptOfAddress, validateBitcoinAddress } from './address.ts';
import { broadcastPayout } from './broadcast.ts';
import { createBitcoinClient, outpointKey, type SpendableOutput } from './client.ts';
import { selectCoins } from './coinSelection.ts';
import { cancel, type OutputFees, raise, readFeeRate, readFeesOf } from './fees.ts';
import type { BitcoinConfig } from './manifest.ts';
import { bitcoinUris } from './paymentUris.ts';
import { NoAnswerError, RpcRefusal } from './rpc.ts';
import { readSent } from './sent.ts';
import { dustLimit, feeFor, virtualSize } from './size.ts';
import { claimsOfBitcoin, inBip69Order, readBitcoinPayout } from './transaction.ts';
import { FINAL_DEPTH, viewPayout } from './view.ts';

const LARGE_PAYOUT_EURO_CENTS = 100_000n;
const RETRY_AFTER_MS = 2_000;
/** Three blocks: later than the fee was estimated for. */
const STUCK_AFTER_MS = 30 * 60_000;
/** Waiting payouts whose change may be spent again; nodes refuse chains much longer than that. */
const MOST_CHAINED = 20;
/** Payees of one transaction. {@link MOST_CHAINED} of them with their change stay below the 101,000 bytes of a node's limit. */
const MOST_PAYEES = 50;

export type BitcoinSettings = BitcoinConfig & {
  /** As buyers know the network. */
  readonly name: string;
  readonly nativeAsset: Asset;
};

/** What the node says of the address that pays. */
export type OutputsReading = {
  readonly kind: 'outputs';
  /** Confirmed outputs and our own unconfirmed change. */
  readonly outputs: readonly SpendableOutput[];
  /** Satoshi per 1,000 virtual bytes. */
  readonly feeRate: bigint;
};

/**
 * Bitcoin over a bitcoind's RPC, paying from one P2WPKH address. Payouts signal BIP 125 and are in BIP 69's order;
 * they count as final six blocks deep.
 */
export function createBitcoinChain(config: BitcoinSettings): Chain {
  const client = createBitcoinClient(config.rpcUrl);
  const { treasuryAddress } = config;
  const ownScript = scriptOfAddress(treasuryAddress);
  const { nativeAsset } = config;
  const feeRate = () => readFeeRate(client, BigInt(config.fallbackFeeRate));
  const readAddress = () =>
    reading<OutputsReading>(async () => {
      const [outputs, rate] = await Promise.all([client.listOutputs(treasuryAddress), feeRate()]);
      return ok({ kind: 'outputs', outputs, feeRate: rate });
    });

  return {
    network: config.chain,
    name: config.name,
    nativeAsset,
    treasuryAddress,
    traits: {
      stuckAfterMs: STUCK_AFTER_MS,
      leavesWhen: 'pending',
      mostPayees: MOST_PAYEES,
      deliveredWhen: 'confirmed',
      foldAddress: foldBitcoinAddress,
    },
    paymentUris: bitcoinUris,
    requiredConfirmations: (euroCents) => (euroCents > LARGE_PAYOUT_EURO_CENTS ? 2 : 1),
    validateAddress: (address) =>
      validateBitcoinAddress(address, { network: config.network, treasuryScript: ownScript }),

    estimateNetworkFee: () =>
      reading<Amount>(async () => {
        // The usual payout: one input, one output and change.
        const size = virtualSize(1, [ownScript, ownScript]);
        return ok(amountOf(nativeAsset, feeFor(size, await feeRate())));
      }),

    readBalances: () => readAddress(),
    readHoldings: () =>
      reading<Holdings>(async () => {
        const outputs = await client.listOutputs(treasuryAddress);
        const units = outputs.reduce((sum, output) => sum + output.units, 0n);
        return ok({ units: new Map([[nativeAsset.id, units]]), moment: outputs.map(outpointKey).toSorted().join(' ') });
      }),
    freeFunds(_asset, balances, claimed) {
      const units = spendable(readOutputs(balances), claimed, 0).reduce((sum, output) => sum + output.units, 0n);
      return { asset: units, native: units };
    },
    readTreasury: () => readAddress(),

    composePayout: (requests, treasury, claimed, mostFee, spends) =>
      compose(requests, readOutputs(treasury), claimed, { treasuryAddress, mostFee, spends }),
    claimsOf: claimsOfBitcoin,
    worstFee: (unsigned) => BigInt(readBitcoinPayout(unsigned).feeUnits),

    broadcastPayout: (signed) => broadcastPayout(client, signed, RETRY_AFTER_MS),
    getPayout: (signed: SignedPayout, unsigned) =>
      reading<PayoutView>(async () => ok(await viewPayout(client, signed, readBitcoinPayout(unsigned), nativeAsset))),
    readTip: () =>
      reading<ChainTip>(async () => {
        const newest = await client.getTip();
        // Final is what lies so many blocks below it.
        return ok({ newest, final: newest });
      }),
    readSent: (known) => reading<SentReading>(async () => ok(await readSent(client, treasuryAddress, known))),
    getIncoming: (transactionId) =>
      reading<Incoming, 'not_found'>(async () => {
        const paid = await client.readTransaction(transactionId);
        if (!paid) return refused('not_found');
        const script = Buffer.from(ownScript).toString('hex');
        const ours = paid.outputs.filter((output) => output.script === script);
        const units = ours.reduce((sum, output) => sum + output.units, 0n);
        return ok({ units, final: paid.confirmations >= FINAL_DEPTH });
      }),
    readFees: ({ transactionId }) =>
      reading<OutputFees>(async () => {
        const [rate, waiting] = await Promise.all([feeRate(), client.findWaiting(transactionId)]);
        return ok({ kind: 'outputs', feeRate: rate, waiting });
      }),
    bumpPayout: (unsigned, fees, { mostFee }) =>
      raise(readBitcoinPayout(unsigned), ownScript, readFeesOf(fees), mostFee),
    cancelPayout: (unsigned, fees, { mostFee }) =>
      cancel(readBitcoinPayout(unsigned), treasuryAddress, readFeesOf(fees), mostFee),
  };
}

function readOutputs(treasury: TreasuryReading): OutputsReading {
  if (treasury.kind !== 'outputs') throw new TypeError('not a reading of outputs');
  return treasury as OutputsReading;
}

/** A failed read is always worth another try. */
async function reading<Value, Refusal extends string = never>(
  read: () => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal>> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof NoAnswerError || error instanceof RpcRefusal)) throw error;
    return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: error.message };
  }
}

function compose(
  requests: PayoutRequests,
  treasury: OutputsReading,
  claimed: ClaimedSoFar,
  {
    treasuryAddress,
    mostFee,
    spends = new Set(),
  }: {
    readonly treasuryAddress: string;
    readonly mostFee: bigint;
    readonly spends: ReadonlySet<string> | undefined;
  },
): Outcome<UnsignedPayout, ComposeRefusal> {
  if (requests.length > MOST_PAYEES) throw new RangeError(`${requests.length} payees are more than ${MOST_PAYEES}`);
  if (requests.some(({ to, units }) => units < dustLimit(scriptOfAddress(to)))) return refused('dust');
  const changeScript = scriptOfAddress(treasuryAddress);
  const available = spendable(treasury, claimed, claimed.waiting >= MOST_CHAINED ? 1 : 0);
  const selection = selectCoins(available, {
    units: requests.reduce((sum, { units }) => sum + units, 0n),
    payeeScripts: requests.map(({ to }) => scriptOfAddress(to)),
    changeScript,
    feeRate: treasury.feeRate,
    spends,
  });
  if (!selection) return refused('funds_short');
  const { inputs, changeUnits, feeUnits } = selection;
  if (feeUnits > mostFee) return refused('fee_ceiling');
  const change = changeUnits > 0n ? [{ address: treasuryAddress, units: changeUnits.toString() }] : [];
  return ok(
    inBip69Order({
      kind: 'outputs',
      inputs: inputs.map(({ txid, index, units }) => ({ txid, index, units: units.toString() })),
      outputs: [...requests.map(({ to, units }) => ({ address: to, units: units.toString() })), ...change],
      feeUnits: feeUnits.toString(),
    }),
  );
}

/** Outputs that no payout claims. What still waits must be of the newest form of its payout: no other may ever be mined. */
function spendable(
  { outputs }: OutputsReading,
  { held, superseded }: ClaimedSoFar,
  leastConfirmations: number,
): readonly SpendableOutput[] {
  return outputs.filter(
    (output) =>
      output.confirmations >= leastConfirmations &&
      (output.confirmations > 0 || !superseded.has(output.txid)) &&
      !held.has(outpointKey(output)),
  );
}
