import { type Hex, numberToHex, parseEther, parseGwei, toHex, zeroAddress } from 'viem';
import type { EvmNode } from './evmNode.ts';

/** https://specs.optimism.io/protocol/predeploys.html */
const L1_BLOCK = '0x4200000000000000000000000000000000000015';
const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F';

/** Values similar to Base, except for the operator fee, which is zero there. */
const L1_BASE_FEE = parseGwei('30');
const BASE_FEE_SCALAR = 2_269n;
const OPERATOR_FEE_SCALAR = 5_000_000n;
const OPERATOR_FEE_CONSTANT = parseGwei('1');

const SCALED_L1_FEE = 16n * BASE_FEE_SCALAR * L1_BASE_FEE;
/** Minimum size charged, in millionths: every payout and payment compresses to less than 170 bytes. */
const MIN_CHARGED_SIZE = 100_000_000n;

/** Additional fields of a rollup's receipt (https://docs.optimism.io, execution receipts). */
export const rollupReceiptFields = {
  l1Fee: toHex((MIN_CHARGED_SIZE * SCALED_L1_FEE) / 10n ** 12n),
  operatorFeeScalar: toHex(OPERATOR_FEE_SCALAR),
  operatorFeeConstant: toHex(OPERATOR_FEE_CONSTANT),
} as const;

/**
 * Sets the contracts from which anvil reads its fees in addition to gas, and which wallets query. The slots of the first
 * contract are those of the public one (ethereum-optimism/optimism,
 * packages/contracts-bedrock/snapshots/storageLayout/L1Block.json).
 */
export async function deployRollupContracts(client: EvmNode['client'], oracleCode: Hex): Promise<void> {
  // Unlike a public node, anvil also charges the fees for a read-only call, which comes from the zero address if it names no
  // account.
  await client.setBalance({ address: zeroAddress, value: parseEther('1') });
  const slots: readonly (readonly [address: Hex, slot: bigint, value: bigint])[] = [
    [L1_BLOCK, 1n, L1_BASE_FEE],
    [L1_BLOCK, 3n, BASE_FEE_SCALAR << 96n],
    [L1_BLOCK, 8n, (OPERATOR_FEE_SCALAR << 64n) | OPERATOR_FEE_CONSTANT],
    [GAS_PRICE_ORACLE, 0n, SCALED_L1_FEE],
    [GAS_PRICE_ORACLE, 1n, OPERATOR_FEE_SCALAR],
    [GAS_PRICE_ORACLE, 2n, OPERATOR_FEE_CONSTANT],
  ];
  for (const [address, slot, value] of slots)
    await client.setStorageAt({
      address,
      index: numberToHex(slot, { size: 32 }),
      value: numberToHex(value, { size: 32 }),
    });
  // Anvil ignores the storage of an account without code.
  await client.setCode({ address: L1_BLOCK, bytecode: '0x00' });
  await client.setCode({ address: GAS_PRICE_ORACLE, bytecode: oracleCode });
}
