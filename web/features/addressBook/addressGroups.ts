import type { CallData } from '@slipway/contract/calls.ts';

export type SavedAddress = CallData<'address'>[number];
export type ReceivableCrypto = Pick<
  CallData<'getList'>[number],
  'currency' | 'symbol' | 'name' | 'network' | 'networkName' | 'imgUrl'
>;

export type AddressEntry = SavedAddress & {
  /** `Ethereum`; the network's id if the catalog no longer contains it. */
  readonly networkName: string;
};

export type AddressGroup = {
  /** `USDC`, on any network. */
  readonly symbol: string;
  /** `USD Coin`; '' if the catalog no longer contains it. */
  readonly name: string;
  readonly imgUrl: string;
  readonly entries: readonly AddressEntry[];
};

/** Groups addresses, given newest first, by the symbol of their crypto; groups are ordered by their newest address. */
export function groupAddresses(
  addresses: readonly SavedAddress[],
  catalog: readonly ReceivableCrypto[],
): AddressGroup[] {
  const groups = new Map<string, AddressGroup & { entries: AddressEntry[] }>();
  for (const saved of addresses) {
    const coin = findCoin(saved, catalog);
    const symbol = coin?.symbol ?? saved.crypto;
    const group = groups.get(symbol) ?? { symbol, name: coin?.name ?? '', imgUrl: coin?.imgUrl ?? '', entries: [] };
    group.entries.push({ ...saved, networkName: coin?.networkName ?? saved.network });
    groups.set(symbol, group);
  }
  return [...groups.values()];
}

/** Finds the crypto by its API id, or by its symbol together with the network. */
function findCoin(
  { crypto, network }: SavedAddress,
  catalog: readonly ReceivableCrypto[],
): ReceivableCrypto | undefined {
  return (
    catalog.find((coin) => coin.currency === crypto) ??
    catalog.find((coin) => coin.symbol === crypto && coin.network === network)
  );
}
