import type { Chain } from './chainPort.ts';
import type { TreasuryKey } from './signerPort.ts';

/** A chain together with its treasury key, which only the signer process has. */
export type KeyedChain = Chain & { readonly key: TreasuryKey };

/** Creates a chain that pays from the key's address. */
export function withKey(key: TreasuryKey, make: (treasuryAddress: string) => Chain): KeyedChain {
  return { ...make(key.address), key };
}
