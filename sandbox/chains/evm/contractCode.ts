import { readFileSync } from 'node:fs';
import type { Hex } from 'viem';

/** The contracts in the folder `contracts`. */
export const contractNames = ['Token', 'GasPriceOracle'] as const;

export type ContractName = (typeof contractNames)[number];

/**
 * Returns a contract's bytecode, which is stored next to the source, since compiling would delay every start by seconds. A test
 * compiles the source and compares. After a change of the source run
 * `node sandbox/chains/evm/compileContract.ts Token > sandbox/chains/contracts/Token.hex`.
 */
export function contractCode(name: ContractName): Hex {
  return readFileSync(new URL(`../contracts/${name}.hex`, import.meta.url), 'utf8').trim() as Hex;
}
