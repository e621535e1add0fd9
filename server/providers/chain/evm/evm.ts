import { type Amount, amountOf } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Hex } from 'viem';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type {
  Chain,
  ClaimedSoFar,
  ComposeRefusal,
  PayoutRequest,
  TreasuryReading,
  UnsignedPayout,
} from '../chainPort.ts';
import { validateEvmAddress } from './address.ts';
import { broadcastPayout } from './broadcast.ts';
import { createEvmClient, unavailable } from './client.ts';
import { readHasContract } from './contractCode.ts';
import { cancel, larger, mostPerGas, raise, readAccountFees, readFeesOf, smaller, worstFee } from './fees.ts';
import { freeFunds, unminedOf } from './funds.ts';
import { readIncoming } from './incoming.ts';
import type { EvmConfig } from './manifest.ts';
import { ethereumUris } from './paymentUris.ts';
import { estimateRollupFee } from './rollupFee.ts';
import { readSent } from './sent.ts';
import { claimsOfEvm, contractOf, type EvmPayout, onlyRequest, readEvmPayout, transferOf } from './transfer.ts';
import {
  type AccountReading,
  NATIVE_TRANSFER_GAS,
  readBalancesOf,
  readHoldings,
  readPrices,
  readTreasury,
  readTreasuryBalances,
} from './treasury.ts';
import { viewPayout } from './view.ts';

/** What an ERC-20 transfer usually needs: for the estimate of a fee, before an address is known. */
const TOKEN_TRANSFER_GAS = 65_000n;
/** Several blocks of the slowest network. */
const STUCK_AFTER_MS = 60_000;
/** Payouts of one account that may wait for a block at the same time: nodes keep some 16 to 64 of an account. */
const MOST_WAITING = 16;
const RETRY_AFTER_MS = 2_000;

/** How long a node may take to answer a question that a buyer waits for. */
const BUYER_WAITS_MS = 2_000;

export type EvmSettings = EvmConfig & {
  /** As buyers know the network. */
  readonly name: string;
  readonly nativeAsset: Asset;
  /** Token contracts that no payout may go to, since coins sent there are lost. Asked each time: more may be sold by now. */
  readonly knownContracts: () => readonly string[];
};

/** An account-based network, through viem. Transactions are EIP-1559. */
export function createEvmChain(config: EvmSettings): Chain {
  const client = createEvmClient(config.rpcUrl);
  const quickClient = createEvmClient(config.rpcUrl, BUYER_WAITS_MS);
  const treasuryAddress = config.treasuryAddress as Hex;
  const contracts = () => new Set(config.knownContracts().map((contract) => contract.toLowerCase()));
  const { nativeAsset, minimumTip = 0n, l1FeeOracle } = config;

  return {
    network: config.network,
    name: config.name,
    nativeAsset,
    treasuryAddress,
    traits: {
      stuckAfterMs: STUCK_AFTER_MS,
      ...(config.minimumTip !== undefined && { minimumTip: config.minimumTip }),
      leavesWhen: 'included',
      mostPayees: 1,
      mostWaiting: MOST_WAITING,
      deliveredWhen: config.deliveredWhenFinal ? 'final' : 'confirmed',
      // Capitals are the checksum of EIP-55 and nothing else.
      foldAddress: (address) => address.toLowerCase(),
    },
    paymentUris: ethereumUris,
    requiredConfirmations: () => config.confirmations,
    validateAddress: (address) => validateEvmAddress(address, { treasury: treasuryAddress, contracts: contracts() }),
    hasContract: (address) => readHasContract(quickClient, address),

    async estimateNetworkFee(asset): Promise<Outcome<Amount>> {
      const gas = contractOf(asset) ? TOKEN_TRANSFER_GAS : NATIVE_TRANSFER_GAS;
      try {
        const [{ baseFee, maxPriorityFeePerGas }, rollupFee] = await Promise.all([
          readPrices(client, minimumTip),
          estimateRollupFee(client, l1FeeOracle, gas),
        ]);
        return ok(amountOf(nativeAsset, gas * (baseFee + maxPriorityFeePerGas) + rollupFee));
      } catch (error) {
        return unavailable(error);
      }
    },

    readBalances: (asset) => readTreasuryBalances(client, treasuryAddress, asset),
    readHoldings: (assets) => readHoldings(client, treasuryAddress, assets),
    freeFunds: (asset, balances, { live }) => freeFunds(readBalancesOf(balances), asset, nativeAsset, live),
    readTreasury: (request) => readTreasury(client, treasuryAddress, request, { minimumTip, l1FeeOracle }),

    composePayout: (requests, treasury, claimed, mostFee) =>
      compose({ ...config, nativeAsset }, onlyRequest(requests), readAccount(treasury), claimed, mostFee),
    claimsOf: claimsOfEvm,
    worstFee: (unsigned) => worstFee(readEvmPayout(unsigned)),

    broadcastPayout: (signed) => broadcastPayout(client, signed),
    getPayout: (signed, unsigned) =>
      viewPayout(client, treasuryAddress, { nativeAsset, l1FeeOracle }, signed, readEvmPayout(unsigned)),

    async readTip() {
      try {
        const [newest, final] = await Promise.all([
          client.getBlock({ blockTag: 'latest' }),
          client.getBlock({ blockTag: 'finalized' }),
        ]);
        return ok({ newest: newest.hash, final: final.hash });
      } catch (error) {
        return unavailable(error);
      }
    },

    readSent: (known) => readSent(client, treasuryAddress, known),
    getIncoming: (transactionId, asset) => readIncoming(client, treasuryAddress, transactionId, contractOf(asset)),

    readFees: () => readAccountFees(client, treasuryAddress, minimumTip),
    bumpPayout: (unsigned, fees, raising) => raise(readEvmPayout(unsigned), readFeesOf(fees), raising, nativeAsset),
    cancelPayout: (unsigned, fees, raising) =>
      cancel(readEvmPayout(unsigned), treasuryAddress, readFeesOf(fees), raising, nativeAsset),
  };
}

function readAccount(treasury: TreasuryReading): AccountReading {
  if (treasury.kind !== 'account') throw new TypeError('not a reading of an account');
  return treasury as AccountReading;
}

function compose(
  { chainId, nativeAsset }: Pick<EvmSettings, 'chainId' | 'nativeAsset'>,
  request: PayoutRequest,
  reading: AccountReading,
  { nextNonce, live }: ClaimedSoFar,
  mostFee: bigint,
): Outcome<UnsignedPayout, ComposeRefusal> {
  // By the chain itself, and not by when each was last looked at: a block makes room for the next at once.
  const waiting = unminedOf(reading, live).length;
  if (waiting >= MOST_WAITING)
    return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: `${waiting} payouts wait for a block` };
  const { baseFee, maxPriorityFeePerGas, gasLimit, likelyGas, dataFee, confirmedNonce } = reading;
  if (gasLimit === 0n) return refused('funds_short');
  // It has to be good for the next block at least; room for dearer ones is given up first, and so is the margin of the gas.
  const needed = baseFee + maxPriorityFeePerGas;
  if (mostPerGas(mostFee, { gasLimit: likelyGas, dataFee }) < needed) return refused('fee_ceiling');
  const ceiling = larger(mostPerGas(mostFee, reading), needed);
  const maxFeePerGas = smaller(ceiling, reading.maxFeePerGas);
  const fee = gasLimit * maxFeePerGas + dataFee;
  const free = freeFunds(reading, request.asset, nativeAsset, live);
  const native = contractOf(request.asset) ? fee : fee + request.units;
  if (free.asset < request.units || free.native < native) return refused('funds_short');
  const { to, value, data } = transferOf(request);
  return ok({
    kind: 'account',
    chainId,
    nonce: Math.max(nextNonce, confirmedNonce),
    to,
    value: value.toString(),
    data,
    gasLimit: gasLimit.toString(),
    maxFeePerGas: maxFeePerGas.toString(),
    maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
    ...(dataFee > 0n && { dataFee: dataFee.toString() }),
  } satisfies EvmPayout);
}
