import { BaseError, ContractFunctionRevertedError, ContractFunctionZeroDataError, type Hex, parseAbi } from 'viem';
import type { EvmClient } from './client.ts';

/** https://specs.optimism.io/protocol/fjord/predeploys.html, isthmus/predeploys.html and jovian/exec-engine.html */
const oracleAbi = parseAbi([
  'function getL1FeeUpperBound(uint256 unsignedTransactionSize) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
  'function isJovian() view returns (bool)',
]);

/** Bytes of a payout without its signature: a plain one has some 50, an ERC-20 transfer some 120. */
const PAYOUT_BYTES = 120n;

/** The operator's scalar is in millionths of a wei for a unit of gas, and since Jovian in hundreds of wei. */
const ISTHMUS_SCALE = 1_000_000n;
const JOVIAN_SCALE = 100n;

/**
 * What a rollup takes on top of so much gas, at most: for the data of one payout, and for its operator. Nothing where there
 * is no oracle.
 */
export async function estimateRollupFee(client: EvmClient, oracle: string | undefined, gas: bigint): Promise<bigint> {
  if (oracle === undefined) return 0n;
  const contract = { address: oracle as Hex, abi: oracleAbi } as const;
  const [dataFee, operatorFee] = await Promise.all([
    client.readContract({ ...contract, functionName: 'getL1FeeUpperBound', args: [PAYOUT_BYTES] }),
    // Rollups from before Isthmus know none.
    client.readContract({ ...contract, functionName: 'getOperatorFee', args: [gas] }).catch(whereUnknown(0n)),
  ]);
  return dataFee + operatorFee;
}

/** The same as it was taken, by a receipt (https://docs.optimism.io, execution receipts). */
export async function rollupFeeOf(
  client: EvmClient,
  oracle: string | undefined,
  receipt: { readonly gasUsed: bigint },
): Promise<bigint> {
  if (oracle === undefined) return 0n;
  const fixed = quantity(receipt, 'l1Fee') + quantity(receipt, 'operatorFeeConstant');
  const scaled = receipt.gasUsed * quantity(receipt, 'operatorFeeScalar');
  if (scaled === 0n) return fixed;
  const isJovian = await client
    .readContract({ address: oracle as Hex, abi: oracleAbi, functionName: 'isJovian' })
    .catch(whereUnknown(false));
  return fixed + (isJovian ? scaled * JOVIAN_SCALE : scaled / ISTHMUS_SCALE);
}

function quantity(receipt: object, field: string): bigint {
  const value = new Map(Object.entries(receipt)).get(field);
  return typeof value === 'bigint' || typeof value === 'string' ? BigInt(value) : 0n;
}

/** The value where the contract has no such function, and not where nobody answers. */
function whereUnknown<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    const isUnknown =
      error instanceof BaseError &&
      error.walk(
        (cause) => cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError,
      ) !== null;
    if (isUnknown) return value;
    throw error;
  };
}
