import { type BaseError, ContractFunctionZeroDataError, type Hex, parseAbi } from 'viem';
import type { EvmClient } from './client.ts';

const oracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTransactionSize) view returns (uint256)']);

/** Bytes of a payout without its signature: a plain one has some 50, an ERC-20 transfer some 120. */
const PAYOUT_BYTES = 120n;

/** What a rollup takes on top for the data of one payout, at most; nothing where there is no oracle. */
export async function estimateRollupFee(client: EvmClient, oracle: string | undefined): Promise<bigint> {
  if (oracle === undefined) return 0n;
  try {
    return await client.readContract({
      address: oracle as Hex,
      abi: oracleAbi,
      functionName: 'getL1FeeUpperBound',
      args: [PAYOUT_BYTES],
    });
  } catch (error) {
    // A local chain has no such contract.
    if ((error as BaseError).walk?.((cause) => cause instanceof ContractFunctionZeroDataError)) return 0n;
    throw error;
  }
}

/** The same as it was taken, in a receipt (https://docs.optimism.io, execution receipts). */
export function rollupFeeOf(receipt: object): bigint {
  const fee = 'l1Fee' in receipt ? receipt.l1Fee : undefined;
  return typeof fee === 'bigint' || typeof fee === 'string' ? BigInt(fee) : 0n;
}
