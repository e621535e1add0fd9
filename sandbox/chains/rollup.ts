import { type Hex, numberToHex, parseEther, parseGwei, toHex, zeroAddress } from 'viem';
import type { EvmNode } from './evmNode.ts';

/** https://specs.optimism.io/protocol/predeploys.html */
const L1_BLOCK = '0x4200000000000000000000000000000000000015';
const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F';

/** Of the kind that Base has, where the operator's is nothing. */
const L1_BASE_FEE = parseGwei('30');
const BASE_FEE_SCALAR = 2_269n;
const OPERATOR_FEE_SCALAR = 5_000_000n;
const OPERATOR_FEE_CONSTANT = parseGwei('1');

const FEE_SCALED = 16n * BASE_FEE_SCALAR * L1_BASE_FEE;
/** Millionths of the least size that is paid for: whatever a payout or a payment is, it compresses to less than 170 bytes. */
const LEAST_SIZE = 100_000_000n;

/** What a receipt of a rollup says beside the usual (https://docs.optimism.io, execution receipts). */
export const rollupReceipt = {
  l1Fee: toHex((LEAST_SIZE * FEE_SCALED) / 10n ** 12n),
  operatorFeeScalar: toHex(OPERATOR_FEE_SCALAR),
  operatorFeeConstant: toHex(OPERATOR_FEE_CONSTANT),
} as const;

/**
 * Where anvil finds what it takes beside the gas, and wallets are told of it. The places in the first contract are the
 * public one's (ethereum-optimism/optimism, packages/contracts-bedrock/snapshots/storageLayout/L1Block.json).
 */
export async function placeRollup(client: EvmNode['client'], oracleCode: Hex): Promise<void> {
  // Anvil takes them from a call too, which is nobody's where no account is named; a public node does not.
  await client.setBalance({ address: zeroAddress, value: parseEther('1') });
  const slots: readonly (readonly [address: Hex, slot: bigint, value: bigint])[] = [
    [L1_BLOCK, 1n, L1_BASE_FEE],
    [L1_BLOCK, 3n, BASE_FEE_SCALAR << 96n],
    [L1_BLOCK, 8n, (OPERATOR_FEE_SCALAR << 64n) | OPERATOR_FEE_CONSTANT],
    [GAS_PRICE_ORACLE, 0n, FEE_SCALED],
    [GAS_PRICE_ORACLE, 1n, OPERATOR_FEE_SCALAR],
    [GAS_PRICE_ORACLE, 2n, OPERATOR_FEE_CONSTANT],
  ];
  for (const [address, slot, value] of slots)
    await client.setStorageAt({
      address,
      index: numberToHex(slot, { size: 32 }),
      value: numberToHex(value, { size: 32 }),
    });
  // An account without code is no account to anvil, whatever lies in it.
  await client.setCode({ address: L1_BLOCK, bytecode: '0x00' });
  await client.setCode({ address: GAS_PRICE_ORACLE, bytecode: oracleCode });
}
