import { type Amount, createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type {
  Chain,
  ChainTip,
  ComposeRefusal,
  ExistingClaims,
  Holdings,
  IncomingAmount,
  PayoutRequests,
  PayoutView,
  SentReading,
  SignedPayout,
  TreasuryReading,
  UnsignedPayout,
} from '../chainPort.ts';
import { encodeOutputScript, toComparableBitcoinAddress, validateBitcoinAddress } from './address.ts';
import { getBitcoinClaims, readBitcoinPayout, sortByBip69 } from './bitcoinPayout.ts';
import { broadcastPayout } from './broadcast.ts';
import { createBitcoinClient, formatOutpoint, type SpendableOutput } from './client.ts';
import { selectCoins } from './coinSelection.ts';
import { buildBitcoinCancellation, bumpBitcoinFee, type OutputFees, readFeeRate, requireOutputFees } from './fees.ts';
import type { BitcoinConfig } from './manifest.ts';
import { bitcoinUris } from './paymentUris.ts';
import { FINAL_DEPTH, viewPayout } from './payoutView.ts';
import { NoAnswerError, RpcRefusal } from './rpc.ts';
import { readSentTransactions } from './sentTransactions.ts';
import { computeDustLimit, computeFee, computeVirtualSize } from './transactionSize.ts';

const LARGE_PAYOUT_EURO_CENTS = 100_000n;
const RETRY_AFTER_MS = 2_000;
/** The average time of three blocks, the target of the fee estimate. */
const STUCK_AFTER_MS = 30 * 60_000;
/**
 * With this many pending payouts, unconfirmed change is no longer spent: nodes reject much longer chains of unconfirmed
 * transactions.
 */
const MOST_CHAINED = 20;
/**
 * Payees of one transaction. {@link MOST_CHAINED} such transactions with change stay below a node's limit of 101,000
 * bytes.
 */
const MOST_PAYEES = 50;

export type BitcoinSettings = BitcoinConfig & {
  /** Name shown to buyers. */
  readonly name: string;
  readonly nativeAsset: Asset;
};

/** State of the paying address on the node. */
export type OutputsReading = {
  readonly kind: 'outputs';
  /** Confirmed outputs, and unconfirmed change of the address. */
  readonly outputs: readonly SpendableOutput[];
  /** Satoshi per 1,000 virtual bytes. */
  readonly feeRate: bigint;
};

/**
 * Creates the Bitcoin adapter over bitcoind's RPC, paying from one P2WPKH address. Payouts signal BIP 125 and follow
 * BIP 69's order; they count as final six blocks deep.
 */
export function createBitcoinChain(config: BitcoinSettings): Chain {
  const client = createBitcoinClient(config.rpcUrl);
  const { treasuryAddress } = config;
  const ownScript = encodeOutputScript(treasuryAddress);
  const { nativeAsset } = config;
  const readCurrentFeeRate = () => readFeeRate(client, BigInt(config.fallbackFeeRate));
  const readOutputs = () =>
    readOrUnavailable<OutputsReading>(async () => {
      const [outputs, rate] = await Promise.all([client.listOutputs(treasuryAddress), readCurrentFeeRate()]);
      return ok({ kind: 'outputs', outputs, feeRate: rate });
    });

  return {
    network: config.chain,
    name: config.name,
    nativeAsset,
    treasuryAddress,
    traits: {
      stuckAfterMs: STUCK_AFTER_MS,
      deductedWhen: 'pending',
      mostPayees: MOST_PAYEES,
      deliveredWhen: 'confirmed',
      toComparableAddress: toComparableBitcoinAddress,
    },
    paymentUris: bitcoinUris,
    requiredConfirmations: (euroCents) => (euroCents > LARGE_PAYOUT_EURO_CENTS ? 2 : 1),
    validateAddress: (address) =>
      validateBitcoinAddress(address, { network: config.network, treasuryScript: ownScript }),

    estimateNetworkFee: () =>
      readOrUnavailable<Amount>(async () => {
        // A typical payout: one input, one output and change.
        const size = computeVirtualSize(1, [ownScript, ownScript]);
        return ok(createAmount(nativeAsset, computeFee(size, await readCurrentFeeRate())));
      }),

    readBalances: () => readOutputs(),
    readHoldings: () =>
      readOrUnavailable<Holdings>(async () => {
        const outputs = await client.listOutputs(treasuryAddress);
        const units = outputs.reduce((sum, output) => sum + output.units, 0n);
        return ok({
          units: new Map([[nativeAsset.id, units]]),
          stateId: outputs.map(formatOutpoint).toSorted().join(' '),
        });
      }),
    computeFreeFunds(_asset, balances, claimed) {
      const units = filterSpendableOutputs(requireOutputsReading(balances), claimed, 0).reduce(
        (sum, output) => sum + output.units,
        0n,
      );
      return { asset: units, native: units };
    },
    readTreasury: () => readOutputs(),

    composePayout: (requests, treasury, claimed, mostFee, spends) =>
      composeBitcoinPayout(requests, requireOutputsReading(treasury), claimed, { treasuryAddress, mostFee, spends }),
    getClaims: getBitcoinClaims,
    isCancellation: (unsigned) =>
      readBitcoinPayout(unsigned).outputs.every(({ address }) => address === treasuryAddress),
    worstFee: (unsigned) => BigInt(readBitcoinPayout(unsigned).feeUnits),

    broadcastPayout: (signed) => broadcastPayout(client, signed, RETRY_AFTER_MS),
    getPayout: (signed: SignedPayout, unsigned) =>
      readOrUnavailable<PayoutView>(async () =>
        ok(await viewPayout(client, signed, readBitcoinPayout(unsigned), nativeAsset)),
      ),
    readTip: () =>
      readOrUnavailable<ChainTip>(async () => {
        const newest = await client.getTip();
        // Finality is a fixed number of blocks below the tip.
        return ok({ newest, final: newest });
      }),
    readSent: (known) =>
      readOrUnavailable<SentReading>(async () => ok(await readSentTransactions(client, treasuryAddress, known))),
    getIncoming: (transactionId) =>
      readOrUnavailable<IncomingAmount, 'not_found'>(async () => {
        const paid = await client.readTransaction(transactionId);
        if (!paid) return refused('not_found');
        const script = Buffer.from(ownScript).toString('hex');
        const ownOutputs = paid.outputs.filter((output) => output.script === script);
        const units = ownOutputs.reduce((sum, output) => sum + output.units, 0n);
        return ok({ units, final: paid.confirmations >= FINAL_DEPTH });
      }),
    readFees: ({ transactionId }) =>
      readOrUnavailable<OutputFees>(async () => {
        const [rate, waiting] = await Promise.all([readCurrentFeeRate(), client.findMempoolPackage(transactionId)]);
        return ok({ kind: 'outputs', feeRate: rate, waiting });
      }),
    bumpPayout: (unsigned, fees, { mostFee }) =>
      bumpBitcoinFee(readBitcoinPayout(unsigned), ownScript, requireOutputFees(fees), mostFee),
    cancelPayout: (unsigned, fees, { mostFee }) =>
      buildBitcoinCancellation(readBitcoinPayout(unsigned), treasuryAddress, requireOutputFees(fees), mostFee),
  };
}

function requireOutputsReading(treasury: TreasuryReading): OutputsReading {
  if (treasury.kind !== 'outputs') throw new TypeError('not a reading of outputs');
  return treasury as OutputsReading;
}

/** Wraps a read: an error of the node or a missing answer is `unavailable`; any other error is thrown. */
async function readOrUnavailable<Value, Refusal extends string = never>(
  read: () => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal>> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof NoAnswerError || error instanceof RpcRefusal)) throw error;
    return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: error.message };
  }
}

function composeBitcoinPayout(
  requests: PayoutRequests,
  treasury: OutputsReading,
  claimed: ExistingClaims,
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
  if (requests.some(({ to, units }) => units < computeDustLimit(encodeOutputScript(to)))) return refused('dust');
  const changeScript = encodeOutputScript(treasuryAddress);
  const available = filterSpendableOutputs(treasury, claimed, claimed.waiting >= MOST_CHAINED ? 1 : 0);
  const selection = selectCoins(available, {
    units: requests.reduce((sum, { units }) => sum + units, 0n),
    payeeScripts: requests.map(({ to }) => encodeOutputScript(to)),
    changeScript,
    feeRate: treasury.feeRate,
    spends,
  });
  if (!selection) return refused('funds_short');
  const { inputs, changeUnits, feeUnits } = selection;
  if (feeUnits > mostFee) return refused('fee_ceiling');
  const change = changeUnits > 0n ? [{ address: treasuryAddress, units: changeUnits.toString() }] : [];
  return ok(
    sortByBip69({
      kind: 'outputs',
      inputs: inputs.map(({ txid, index, units }) => ({ txid, index, units: units.toString() })),
      outputs: [...requests.map(({ to, units }) => ({ address: to, units: units.toString() })), ...change],
      feeUnits: feeUnits.toString(),
    }),
  );
}

/**
 * Returns the outputs that no payout claims, with at least this many confirmations. Omits unconfirmed outputs of
 * superseded forms, which may never be mined.
 */
function filterSpendableOutputs(
  { outputs }: OutputsReading,
  { held, superseded }: ExistingClaims,
  leastConfirmations: number,
): readonly SpendableOutput[] {
  return outputs.filter(
    (output) =>
      output.confirmations >= leastConfirmations &&
      (output.confirmations > 0 || !superseded.has(output.txid)) &&
      !held.has(formatOutpoint(output)),
  );
}
