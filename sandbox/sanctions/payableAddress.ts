import { Address, NETWORK, TEST_NETWORK } from '@scure/btc-signer';
import { getAddress, isAddress } from 'viem';

const BITCOIN_NETWORKS = [NETWORK, { ...TEST_NETWORK, bech32: 'bcrt' }, TEST_NETWORK];
const SEGWIT_PREFIX = /^(bc|bcrt|tb)1/i;

/** An address that the product could pay, spelled in one way, and the ticker under which it would be listed. */
export type PayableAddress = { readonly address: string; readonly ticker: 'XBT' | 'ETH' };

/** `undefined` for what is no address of Bitcoin or of an EVM chain. */
export function readPayableAddress(text: string): PayableAddress | undefined {
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

/** The one spelling by which addresses are compared; what the product could not pay stays as it is. */
export function oneSpelling(address: string): string {
  return readPayableAddress(address)?.address ?? address;
}
