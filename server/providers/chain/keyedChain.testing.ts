import type { Chain } from './chainPort.ts';
import type { TreasuryKey } from './signerPort.ts';

/** A chain beside the key of its treasury, which only the signer's process has. */
export type KeyedChain = Chain & { readonly key: TreasuryKey };

/** Makes a chain that pays from a key's address. */
export function withKey(key: TreasuryKey, make: (treasuryAddress: string) => Chain): KeyedChain {
  return { ...make(key.address), key };
}
