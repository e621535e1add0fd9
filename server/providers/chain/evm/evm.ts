import { type Amount, createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { erc20Abi, type Hex, isAddressEqual, parseEventLogs } from 'viem';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type {
  Chain,
  ComposeRefusal,
  ExistingClaims,
  IncomingAmount,
  PayoutRequest,
  TreasuryReading,
  UnsignedPayout,
} from '../chainPort.ts';
import { validateEvmAddress } from './address.ts';
import { broadcastPayout } from './broadcast.ts';
import { createEvmClient, type EvmClient, findReceipt, isKnownTransaction, unavailable } from './client.ts';
import { queryHasContract } from './contractCode.ts';
import {
  buildTransferCall,
  type EvmPayout,
  getEvmClaims,
  isEvmCancellation,
  parseTokenContract,
  readEvmPayout,
  requireSingleRequest,
} from './evmPayout.ts';
import {
  buildEvmCancellation,
  bumpEvmFee,
  computeMaxGasPrice,
  computeWorstFee,
  maxBigint,
  minBigint,
  readAccountFees,
  requireAccountFees,
} from './fees.ts';
import { computeFreeFunds, filterUnminedPayouts } from './funds.ts';
import type { EvmConfig } from './manifest.ts';
import { ethereumUris } from './paymentUris.ts';
import { viewPayout } from './payoutView.ts';
import { estimateRollupFee } from './rollupFee.ts';
import { readSentTransactions } from './sentTransactions.ts';
import {
  type AccountReading,
  NATIVE_TRANSFER_GAS,
  readGasPrices,
  readHoldings,
  readTreasury,
  readTreasuryBalances,
  requireAccountBalances,
} from './treasury.ts';

const HASH = /^(?:0x)?([0-9a-fA-F]{64})$/;

/**
 * Returns the amount that a transaction brings to the treasury: of a token by its contract's logs, of the native coin
 * only a direct transfer. Zero until it is in a block, and if it failed.
 */
async function readIncoming(
  client: EvmClient,
  treasury: Hex,
  transactionId: string,
  contract: Hex | undefined,
): Promise<Outcome<IncomingAmount, 'not_found'>> {
  const [, digits] = HASH.exec(transactionId) ?? [];
  if (digits === undefined) return refused('not_found');
  const hash: Hex = `0x${digits.toLowerCase()}`;
  try {
    const receipt = await findReceipt(client, hash);
    if (!receipt)
      return (await isKnownTransaction(client, hash)) ? ok({ units: 0n, final: false }) : refused('not_found');
    const finalized = await client.getBlock({ blockTag: 'finalized' });
    const final = (finalized.number ?? 0n) >= receipt.blockNumber;
    if (receipt.status !== 'success') return ok({ units: 0n, final });
    if (contract) {
      const own = receipt.logs.filter(({ address }) => isAddressEqual(address, contract));
      const transfers = parseEventLogs({ abi: erc20Abi, logs: own, eventName: 'Transfer' });
      const here = transfers.filter(({ args }) => isAddressEqual(args.to, treasury));
      return ok({ units: here.reduce((sum, { args }) => sum + args.value, 0n), final });
    }
    const { to, value } = await client.getTransaction({ hash });
    return ok({ units: to && isAddressEqual(to, treasury) ? value : 0n, final });
  } catch (error) {
    return unavailable(error);
  }
}

/** Typical gas of an ERC-20 transfer, to estimate a fee before an address is known. */
const TOKEN_TRANSFER_GAS = 65_000n;
/** Several blocks of the slowest network. */
const STUCK_AFTER_MS = 60_000;
/** The most pending payouts of one account: nodes accept some 16 to 64 pending transactions per account. */
const MOST_WAITING = 16;
const RETRY_AFTER_MS = 2_000;

/** Deadline of a node's answer that a buyer waits for. */
const BUYER_TIMEOUT_MS = 2_000;

export type EvmSettings = EvmConfig & {
  /** Name shown to buyers. */
  readonly name: string;
  readonly nativeAsset: Asset;
  /**
   * Returns token contracts that must not receive payouts, since coins sent there are lost. Called for each address, since
   * tokens may have been added.
   */
  readonly knownContracts: () => readonly string[];
};

/** Creates the adapter of an EVM network, through viem. Payouts are EIP-1559 transactions. */
export function createEvmChain(config: EvmSettings): Chain {
  const client = createEvmClient(config.rpcUrl);
  const quickClient = createEvmClient(config.rpcUrl, BUYER_TIMEOUT_MS);
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
      deductedWhen: 'included',
      mostPayees: 1,
      mostWaiting: MOST_WAITING,
      deliveredWhen: config.deliveredWhenFinal ? 'final' : 'confirmed',
      // Case carries only the checksum of EIP-55.
      toComparableAddress: (address) => address.toLowerCase(),
    },
    paymentUris: ethereumUris,
    requiredConfirmations: () => config.confirmations,
    validateAddress: (address) => validateEvmAddress(address, { treasury: treasuryAddress, contracts: contracts() }),
    hasContract: (address) => queryHasContract(quickClient, address),

    async estimateNetworkFee(asset): Promise<Outcome<Amount>> {
      const gas = parseTokenContract(asset) ? TOKEN_TRANSFER_GAS : NATIVE_TRANSFER_GAS;
      try {
        const [{ baseFee, maxPriorityFeePerGas }, rollupFee] = await Promise.all([
          readGasPrices(client, minimumTip),
          estimateRollupFee(client, l1FeeOracle, gas),
        ]);
        return ok(createAmount(nativeAsset, gas * (baseFee + maxPriorityFeePerGas) + rollupFee));
      } catch (error) {
        return unavailable(error);
      }
    },

    readBalances: (asset) => readTreasuryBalances(client, treasuryAddress, asset),
    readHoldings: (assets) => readHoldings(client, treasuryAddress, assets),
    computeFreeFunds: (asset, balances, { live }) =>
      computeFreeFunds(requireAccountBalances(balances), asset, nativeAsset, live),
    readTreasury: (request) => readTreasury(client, treasuryAddress, request, { minimumTip, l1FeeOracle }),

    composePayout: (requests, treasury, claimed, mostFee) =>
      composeEvmPayout(
        { ...config, nativeAsset },
        requireSingleRequest(requests),
        requireAccountReading(treasury),
        claimed,
        mostFee,
      ),
    getClaims: getEvmClaims,
    isCancellation: (unsigned) => isEvmCancellation(readEvmPayout(unsigned), treasuryAddress),
    worstFee: (unsigned) => computeWorstFee(readEvmPayout(unsigned)),

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

    readSent: (known) => readSentTransactions(client, treasuryAddress, known),
    getIncoming: (transactionId, asset) =>
      readIncoming(client, treasuryAddress, transactionId, parseTokenContract(asset)),

    readFees: () => readAccountFees(client, treasuryAddress, minimumTip),
    bumpPayout: (unsigned, fees, limits) =>
      bumpEvmFee(readEvmPayout(unsigned), requireAccountFees(fees), limits, nativeAsset),
    cancelPayout: (unsigned, fees, limits) =>
      buildEvmCancellation(readEvmPayout(unsigned), treasuryAddress, requireAccountFees(fees), limits, nativeAsset),
  };
}

function requireAccountReading(treasury: TreasuryReading): AccountReading {
  if (treasury.kind !== 'account') throw new TypeError('not a reading of an account');
  return treasury as AccountReading;
}

function composeEvmPayout(
  { chainId, nativeAsset }: Pick<EvmSettings, 'chainId' | 'nativeAsset'>,
  request: PayoutRequest,
  reading: AccountReading,
  { nextNonce, live }: ExistingClaims,
  mostFee: bigint,
): Outcome<UnsignedPayout, ComposeRefusal> {
  // Counted by the chain's nonce, not by the database's last check: payouts of a new block stop counting at once.
  const waiting = filterUnminedPayouts(reading, live).length;
  if (waiting >= MOST_WAITING)
    return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: `${waiting} payouts wait for a block` };
  const { baseFee, maxPriorityFeePerGas, gasLimit, likelyGas, dataFee, confirmedNonce } = reading;
  if (gasLimit === 0n) return refused('funds_short');
  // The fee has to cover at least the next block with the likely gas. The margins for higher base fees and for more gas
  // are reduced before a payout is refused.
  const needed = baseFee + maxPriorityFeePerGas;
  if (computeMaxGasPrice(mostFee, { gasLimit: likelyGas, dataFee }) < needed) return refused('fee_ceiling');
  const ceiling = maxBigint(computeMaxGasPrice(mostFee, reading), needed);
  const maxFeePerGas = minBigint(ceiling, reading.maxFeePerGas);
  const fee = gasLimit * maxFeePerGas + dataFee;
  const free = computeFreeFunds(reading, request.asset, nativeAsset, live);
  const native = parseTokenContract(request.asset) ? fee : fee + request.units;
  if (free.asset < request.units || free.native < native) return refused('funds_short');
  const { to, value, data } = buildTransferCall(request);
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
