import type { Asset } from '@slipway/money/asset.ts';
import { divideRounded } from '@slipway/money/decimal.ts';
import { erc20Abi, type Hex } from 'viem';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { Holdings, PayoutRequest, TreasuryReading } from '../chainPort.ts';
import { describe, type EvmClient, isRevert, isShortOfFunds, unavailable } from './client.ts';
import { estimateRollupFee } from './rollupFee.ts';
import { contractOf, transferOf } from './transfer.ts';

/** Gas for a plain transfer. */
export const NATIVE_TRANSFER_GAS = 21_000n;
const TOKEN_GAS_MARGIN_PERCENT = 120n;
/** EIP-1559: room for the base fee to double while a payout waits. */
const BASE_FEE_ROOM = 2n;
const RETRY_AFTER_MS = 2_000;

/** The account as one block leaves it: a payout below the nonce has left the balances, every other one has not. */
export type AccountBalances = {
  /** Transactions of this address in a block: the first nonce that may still be free. */
  readonly confirmedNonce: number;
  readonly nativeBalance: bigint;
  readonly assetBalance: bigint;
};

/** For a unit of gas, in wei. */
export type GasPrices = {
  /** Of the newest block. */
  readonly baseFee: bigint;
  /** What is signed when nothing bounds it: the base fee may double before the payout has to wait. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
};

/** What the node says of the account that pays. */
export type AccountReading = AccountBalances &
  GasPrices & {
    readonly kind: 'account';
    /** Zero when the account cannot pay for it: composing then says that funds are short. */
    readonly gasLimit: bigint;
    /** What the node expects to be used of it. */
    readonly likelyGas: bigint;
    /** What a rollup may take beside the gas. */
    readonly dataFee: bigint;
  };

/** After a block, or after the newest one. */
export async function readPrices(
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
  return { baseFee, maxFeePerGas: baseFee * BASE_FEE_ROOM + maxPriorityFeePerGas, maxPriorityFeePerGas };
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
      readPrices(client, minimumTip, block),
      readBalances(client, address, request.asset, block.number),
    ]);
    const gas =
      balances.assetBalance < request.units ? NO_GAS : await estimateGas(client, address, request, block.number);
    // Of the limit, since a node asks for that much before it takes the payout.
    const dataFee = await estimateRollupFee(client, l1FeeOracle, gas.gasLimit);
    if (!(await isStillTheBlock(client, block))) return REORGANIZED;
    return ok({ kind: 'account', ...prices, ...gas, dataFee, ...balances });
  } catch (error) {
    if (isRevert(error)) return refused('would_revert', describe(error));
    return unavailable(error);
  }
}

/** {@link readTreasury} without a payout in mind. */
export async function readTreasuryBalances(
  client: EvmClient,
  address: Hex,
  asset: Asset,
): Promise<Outcome<AccountBalances & { readonly kind: 'balances' }>> {
  try {
    const block = await client.getBlock();
    const balances = await readBalances(client, address, asset, block.number);
    return (await isStillTheBlock(client, block)) ? ok({ kind: 'balances', ...balances }) : REORGANIZED;
  } catch (error) {
    return unavailable(error);
  }
}

/** Of each asset after the newest block. */
export async function readHoldings(
  client: EvmClient,
  address: Hex,
  assets: readonly Asset[],
): Promise<Outcome<Holdings>> {
  try {
    const block = await client.getBlock();
    const units = await Promise.all(
      assets.map(async (asset) => {
        const { assetBalance } = await readBalances(client, address, asset, block.number);
        return [asset.id, assetBalance] as const;
      }),
    );
    return (await isStillTheBlock(client, block)) ? ok({ units: new Map(units), moment: block.hash }) : REORGANIZED;
  } catch (error) {
    return unavailable(error);
  }
}

export function readBalancesOf(reading: TreasuryReading): AccountBalances {
  if (reading.kind !== 'balances') throw new TypeError('not the balances of an account');
  return reading as TreasuryReading & AccountBalances;
}

/**
 * Nonce and balances of one block. What waits in the memory pool is not taken off: the database knows every payout that
 * is signed, the node only those that it was sent.
 */
async function readBalances(
  client: EvmClient,
  address: Hex,
  asset: Asset,
  blockNumber: bigint,
): Promise<AccountBalances> {
  const contract = contractOf(asset);
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

/** Otherwise the answers may be of two branches: a nonce that is used on the one, a balance before that on the other. */
export async function isStillTheBlock(
  client: EvmClient,
  { number, hash }: { readonly number: bigint; readonly hash: Hex },
): Promise<boolean> {
  return (await client.getBlock({ blockNumber: number })).hash === hash;
}

type Gas = Pick<AccountReading, 'gasLimit' | 'likelyGas'>;

const NO_GAS: Gas = { gasLimit: 0n, likelyGas: 0n };

async function estimateGas(client: EvmClient, account: Hex, request: PayoutRequest, blockNumber: bigint): Promise<Gas> {
  const { to, value, data } = transferOf(request);
  try {
    const gas = await client.estimateGas({ account, to, value, data, blockNumber });
    const isPlain = data === '0x' && gas === NATIVE_TRANSFER_GAS;
    return { gasLimit: isPlain ? gas : divideRounded(gas * TOKEN_GAS_MARGIN_PERCENT, 100n, 'up'), likelyGas: gas };
  } catch (error) {
    if (isShortOfFunds(error)) return NO_GAS;
    throw error;
  }
}
