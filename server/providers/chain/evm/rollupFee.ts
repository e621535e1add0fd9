import { BaseError, ContractFunctionRevertedError, ContractFunctionZeroDataError, type Hex, parseAbi } from 'viem';
import type { EvmClient } from './client.ts';

/** https://specs.optimism.io/protocol/fjord/predeploys.html, isthmus/predeploys.html and jovian/exec-engine.html */
const oracleAbi = parseAbi([
  'function getL1FeeUpperBound(uint256 unsignedTransactionSize) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
  'function isJovian() view returns (bool)',
]);

/** Assumed bytes of a payout without its signature: a plain one has some 50, an ERC-20 transfer some 120. */
const PAYOUT_BYTES = 120n;

/** The operator fee's scalar is in millionths of a wei per unit of gas; since Jovian in hundreds of wei. */
const ISTHMUS_SCALE = 1_000_000n;
const JOVIAN_SCALE = 100n;

/**
 * Returns the highest fee that a rollup adds for this gas: for the data of one payout, and for its operator. 0 without
 * an oracle.
 */
export async function estimateRollupFee(client: EvmClient, oracle: string | undefined, gas: bigint): Promise<bigint> {
  if (oracle === undefined) return 0n;
  const contract = { address: oracle as Hex, abi: oracleAbi } as const;
  const [dataFee, operatorFee] = await Promise.all([
    client.readContract({ ...contract, functionName: 'getL1FeeUpperBound', args: [PAYOUT_BYTES] }),
    // Rollups before Isthmus have no operator fee.
    client.readContract({ ...contract, functionName: 'getOperatorFee', args: [gas] }).catch(fallBackIfUnsupported(0n)),
  ]);
  return dataFee + operatorFee;
}

/** Returns the fee that a rollup added, from a receipt (https://docs.optimism.io, execution receipts). 0 without an oracle. */
export async function readRollupFee(
  client: EvmClient,
  oracle: string | undefined,
  receipt: { readonly gasUsed: bigint },
): Promise<bigint> {
  if (oracle === undefined) return 0n;
  const fixed = readQuantity(receipt, 'l1Fee') + readQuantity(receipt, 'operatorFeeConstant');
  const scaled = receipt.gasUsed * readQuantity(receipt, 'operatorFeeScalar');
  if (scaled === 0n) return fixed;
  const isJovian = await client
    .readContract({ address: oracle as Hex, abi: oracleAbi, functionName: 'isJovian' })
    .catch(fallBackIfUnsupported(false));
  return fixed + (isJovian ? scaled * JOVIAN_SCALE : scaled / ISTHMUS_SCALE);
}

function readQuantity(receipt: object, field: string): bigint {
  const value = new Map(Object.entries(receipt)).get(field);
  return typeof value === 'bigint' || typeof value === 'string' ? BigInt(value) : 0n;
}

/** Returns the value if the contract lacks the function; rethrows any other error, such as a missing answer. */
function fallBackIfUnsupported<Value>(value: Value): (error: unknown) => Value {
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
