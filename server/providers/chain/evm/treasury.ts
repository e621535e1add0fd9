import { divideRounded } from '@slipway/money/decimal.ts';
import { erc20Abi, type Hex } from 'viem';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { PayoutRequest } from '../chainPort.ts';
import { describe, type EvmClient, isRevert, isShortOfFunds, unavailable } from './client.ts';
import { contractOf, transferOf } from './transfer.ts';

/** Gas for a plain transfer. */
export const NATIVE_TRANSFER_GAS = 21_000n;
const TOKEN_GAS_MARGIN_PERCENT = 120n;
/** EIP-1559: room for the base fee to double while a payout waits. */
const BASE_FEE_ROOM = 2n;

/** What the node says of the account that pays. */
export type AccountReading = {
  readonly kind: 'account';
  /** Transactions of this address in a block: the first nonce that may still be free. */
  readonly confirmedNonce: number;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly gasLimit: bigint;
  readonly nativeBalance: bigint;
  readonly assetBalance: bigint;
};

export async function readFees(
  client: EvmClient,
  minimumTip: bigint,
): Promise<{ baseFee: bigint; priorityFee: bigint }> {
  const [block, tip] = await Promise.all([client.getBlock(), client.estimateMaxPriorityFeePerGas()]);
  return { baseFee: block.baseFeePerGas ?? 0n, priorityFee: tip > minimumTip ? tip : minimumTip };
}

export async function readTreasury(
  client: EvmClient,
  address: Hex,
  request: PayoutRequest,
  minimumTip: bigint,
): Promise<Outcome<AccountReading, 'would_revert'>> {
  const contract = contractOf(request.asset);
  try {
    const { baseFee, priorityFee } = await readFees(client, minimumTip);
    const [confirmedNonce, nativeBalance, assetBalance] = await Promise.all([
      client.getTransactionCount({ address, blockTag: 'latest' }),
      // What earlier payouts in the memory pool will have taken is no longer there for this one.
      client.getBalance({ address, blockTag: 'pending' }),
      contract
        ? client.readContract({
            address: contract,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [address],
            blockTag: 'pending',
          })
        : undefined,
    ]);
    const balances = { nativeBalance, assetBalance: assetBalance ?? nativeBalance };
    const gasLimit = balances.assetBalance < request.units ? 0n : await estimateGas(client, address, request);
    return ok({
      kind: 'account',
      confirmedNonce,
      maxFeePerGas: baseFee * BASE_FEE_ROOM + priorityFee,
      maxPriorityFeePerGas: priorityFee,
      gasLimit,
      ...balances,
    });
  } catch (error) {
    if (isRevert(error)) return refused('would_revert', describe(error));
    return unavailable(error);
  }
}

/** Zero when the account cannot pay for it: composing then says that funds are short. */
async function estimateGas(client: EvmClient, account: Hex, request: PayoutRequest): Promise<bigint> {
  const { to, value, data } = transferOf(request);
  try {
    const gas = await client.estimateGas({ account, to, value, data });
    return data === '0x' && gas === NATIVE_TRANSFER_GAS
      ? gas
      : divideRounded(gas * TOKEN_GAS_MARGIN_PERCENT, 100n, 'up');
  } catch (error) {
    if (isShortOfFunds(error)) return 0n;
    throw error;
  }
}
