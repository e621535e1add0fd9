/** What Add Address begins with. The crypto is its symbol. */
export type OfferedAddress = { readonly crypto: string; readonly network: string; readonly address: string };

export const NOTHING_OFFERED: OfferedAddress = { crypto: '', network: '', address: '' };

/** `/add-address?crypto=BTC&network=bitcoin&address=bc1q…` */
export function offerPath(offered: OfferedAddress): string {
  return `/add-address?${new URLSearchParams(offered)}`;
}

/** What an address of the browser offers; nothing unless it names all three. The form checks it like what is typed. */
export function offeredIn(query: URLSearchParams): OfferedAddress {
  const [crypto, network, address] = ['crypto', 'network', 'address'].map((name) => query.get(name) ?? '');
  return crypto && network && address ? { crypto, network, address } : NOTHING_OFFERED;
}
