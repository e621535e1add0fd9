import { Address, NETWORK, TEST_NETWORK } from '@scure/btc-signer';
import { getAddress, isAddress } from 'viem';

const BITCOIN_NETWORKS = [NETWORK, { ...TEST_NETWORK, bech32: 'bcrt' }, TEST_NETWORK];
const SEGWIT_PREFIX = /^(bc|bcrt|tb)1/i;

/** An address that the product could pay, in canonical spelling, with the ticker of its list. */
export type PayableAddress = { readonly address: string; readonly ticker: 'XBT' | 'ETH' };

/** Parses an address of Bitcoin or an EVM chain; returns `undefined` for anything else. */
export function parsePayableAddress(text: string): PayableAddress | undefined {
  if (isAddress(text)) return { address: getAddress(text), ticker: 'ETH' };
  const isBitcoin = BITCOIN_NETWORKS.some((network) => {
    try {
      return Boolean(Address(network).decode(text));
    } catch {
      return false;
    }
  });
  if (!isBitcoin) return undefined;
  return { address: SEGWIT_PREFIX.test(text) ? text.toLowerCase() : text, ticker: 'XBT' };
}

/** Returns the canonical spelling for comparisons; leaves addresses that the product could not pay unchanged. */
export function toCanonicalAddress(address: string): string {
  return parsePayableAddress(address)?.address ?? address;
}
