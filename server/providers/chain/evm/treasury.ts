import type { Asset } from '@slipway/money/asset.ts';
import { divideRounded } from '@slipway/money/decimal.ts';
import { erc20Abi, type Hex } from 'viem';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { Holdings, PayoutRequest, TreasuryReading } from '../chainPort.ts';
import { describeNodeError, type EvmClient, isRevert, isShortOfFunds, unavailable } from './client.ts';
import { buildTransferCall, parseTokenContract } from './evmPayout.ts';
import { estimateRollupFee } from './rollupFee.ts';

/** Gas for a plain transfer. */
export const NATIVE_TRANSFER_GAS = 21_000n;
/** Gas limit in percent of the estimate, except for a plain transfer. */
const GAS_LIMIT_PERCENT = 120n;
/** EIP-1559: room for the base fee to double while a payout is pending. */
const BASE_FEE_MULTIPLIER = 2n;
const RETRY_AFTER_MS = 2_000;

/** State of the account in one block. Payouts below `confirmedNonce` are deducted from the balances, all others are not. */
export type AccountBalances = {
  /** Number of nonces that the address has used in blocks: the first nonce that may still be free. */
  readonly confirmedNonce: number;
  readonly nativeBalance: bigint;
  readonly assetBalance: bigint;
};

/** Per unit of gas, in wei. */
export type GasPrices = {
  /** Base fee of the newest block. */
  readonly baseFee: bigint;
  /** Used if no limit applies: the base fee may double before the payout has to wait. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
};

/** State of the paying account on the node. */
export type AccountReading = AccountBalances &
  GasPrices & {
    readonly kind: 'account';
    /** Zero if the account cannot pay for the payout: composing it then reports short funds. */
    readonly gasLimit: bigint;
    /** Gas that the node expects to be used. */
    readonly likelyGas: bigint;
    /** Fee of a rollup in addition to the gas. */
    readonly dataFee: bigint;
  };

/** Returns the base fee of a block, by default the newest, and the current tip, which is at least `minimumTip`. */
export async function readGasPrices(
  client: EvmClient,
  minimumTip: bigint,
  block?: { readonly baseFeePerGas: bigint | null },
): Promise<GasPrices> {
  const [{ baseFeePerGas }, tip] = await Promise.all([
    block ?? client.getBlock(),
    client.estimateMaxPriorityFeePerGas(),
  ]);
  const baseFee = baseFeePerGas ?? 0n;
  const maxPriorityFeePerGas = tip > minimumTip ? tip : minimumTip;
  return { baseFee, maxFeePerGas: baseFee * BASE_FEE_MULTIPLIER + maxPriorityFeePerGas, maxPriorityFeePerGas };
}

export async function readTreasury(
  client: EvmClient,
  address: Hex,
  request: PayoutRequest,
  { minimumTip, l1FeeOracle }: { readonly minimumTip: bigint; readonly l1FeeOracle: string | undefined },
): Promise<Outcome<AccountReading, 'would_revert'>> {
  try {
    const block = await client.getBlock();
    const [prices, balances] = await Promise.all([
      readGasPrices(client, minimumTip, block),
      readAccountBalances(client, address, request.asset, block.number),
    ]);
    // Without enough funds the node would report a revert.
    const gas =
      balances.assetBalance < request.units ? NO_GAS : await estimateGas(client, address, request, block.number);
    // Estimated for the gas limit, since a node requires that amount before it accepts the payout.
    const dataFee = await estimateRollupFee(client, l1FeeOracle, gas.gasLimit);
    if (!(await isBlockInChain(client, block))) return REORGANIZED;
    return ok({ kind: 'account', ...prices, ...gas, dataFee, ...balances });
  } catch (error) {
    if (isRevert(error)) return refused('would_revert', describeNodeError(error));
    return unavailable(error);
  }
}

/** Reads only nonce and balances, without a specific payout. */
export async function readTreasuryBalances(
  client: EvmClient,
  address: Hex,
  asset: Asset,
): Promise<Outcome<AccountBalances & { readonly kind: 'balances' }>> {
  try {
    const block = await client.getBlock();
    const balances = await readAccountBalances(client, address, asset, block.number);
    return (await isBlockInChain(client, block)) ? ok({ kind: 'balances', ...balances }) : REORGANIZED;
  } catch (error) {
    return unavailable(error);
  }
}

/** Reads the balance of each asset after the newest block. */
export async function readHoldings(
  client: EvmClient,
  address: Hex,
  assets: readonly Asset[],
): Promise<Outcome<Holdings>> {
  try {
    const block = await client.getBlock();
    const units = await Promise.all(
      assets.map(async (asset) => {
        const { assetBalance } = await readAccountBalances(client, address, asset, block.number);
        return [asset.id, assetBalance] as const;
      }),
    );
    return (await isBlockInChain(client, block)) ? ok({ units: new Map(units), stateId: block.hash }) : REORGANIZED;
  } catch (error) {
    return unavailable(error);
  }
}

export function requireAccountBalances(reading: TreasuryReading): AccountBalances {
  if (reading.kind !== 'balances') throw new TypeError('not the balances of an account');
  return reading as TreasuryReading & AccountBalances;
}

/**
 * Reads nonce and balances of one block. Pending transactions are not deducted: the database has every signed payout,
 * the node only those that it received.
 */
async function readAccountBalances(
  client: EvmClient,
  address: Hex,
  asset: Asset,
  blockNumber: bigint,
): Promise<AccountBalances> {
  const contract = parseTokenContract(asset);
  const [confirmedNonce, nativeBalance, tokenBalance] = await Promise.all([
    client.getTransactionCount({ address, blockNumber }),
    client.getBalance({ address, blockNumber }),
    contract &&
      client.readContract({
        address: contract,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
        blockNumber,
      }),
  ]);
  return { confirmedNonce, nativeBalance, assetBalance: tokenBalance ?? nativeBalance };
}

export const REORGANIZED = {
  kind: 'unavailable',
  retryAfterMs: RETRY_AFTER_MS,
  detail: 'the chain was re-organized while the treasury was read',
} as const;

/**
 * Returns true if the block is still in the chain. Otherwise the answers may be of two branches: for example a nonce that
 * includes a payout, and a balance that does not.
 */
export async function isBlockInChain(
  client: EvmClient,
  { number, hash }: { readonly number: bigint; readonly hash: Hex },
): Promise<boolean> {
  return (await client.getBlock({ blockNumber: number })).hash === hash;
}

type GasEstimate = Pick<AccountReading, 'gasLimit' | 'likelyGas'>;

const NO_GAS: GasEstimate = { gasLimit: 0n, likelyGas: 0n };

async function estimateGas(
  client: EvmClient,
  account: Hex,
  request: PayoutRequest,
  blockNumber: bigint,
): Promise<GasEstimate> {
  const { to, value, data } = buildTransferCall(request);
  try {
    const gas = await client.estimateGas({ account, to, value, data, blockNumber });
    const isPlain = data === '0x' && gas === NATIVE_TRANSFER_GAS;
    return { gasLimit: isPlain ? gas : divideRounded(gas * GAS_LIMIT_PERCENT, 100n, 'up'), likelyGas: gas };
  } catch (error) {
    if (isShortOfFunds(error)) return NO_GAS;
    throw error;
  }
}
