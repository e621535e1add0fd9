/** Initial values of Add Address. `crypto` is the symbol. */
export type AddressPrefill = { readonly crypto: string; readonly network: string; readonly address: string };

export const EMPTY_PREFILL: AddressPrefill = { crypto: '', network: '', address: '' };

/** Returns `/add-address?crypto=BTC&network=bitcoin&address=bc1q…`. */
export function buildPrefillPath(offered: AddressPrefill): string {
  return `/add-address?${new URLSearchParams(offered)}`;
}

/** Reads the initial values from the URL; nothing unless all three are given. The form validates them like typed input. */
export function readAddressPrefill(query: URLSearchParams): AddressPrefill {
  const [crypto, network, address] = ['crypto', 'network', 'address'].map((name) => query.get(name) ?? '');
  return crypto && network && address ? { crypto, network, address } : EMPTY_PREFILL;
}
