import { readFileSync } from 'node:fs';
import type { Hex } from 'viem';

/** What lies in `contracts`. */
export const contractNames = ['Token', 'GasPriceOracle'] as const;

export type ContractName = (typeof contractNames)[number];

/**
 * A contract's bytecode. It lies beside its source, since the compiler takes seconds of every start; a test compares the two.
 * After a change: `node sandbox/chains/compileContract.ts Token > sandbox/chains/contracts/Token.hex`.
 */
export function contractCode(name: ContractName): Hex {
  return readFileSync(new URL(`contracts/${name}.hex`, import.meta.url), 'utf8').trim() as Hex;
}
