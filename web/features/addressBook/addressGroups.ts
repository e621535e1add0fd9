import type { CallData } from '@slipway/contract/calls.ts';

export type SavedAddress = CallData<'address'>[number];
export type Receivable = Pick<
  CallData<'getList'>[number],
  'currency' | 'symbol' | 'name' | 'network' | 'networkName' | 'imgUrl'
>;

export type AddressEntry = SavedAddress & {
  /** `Ethereum`; the network's id where the catalog no longer has it. */
  readonly networkName: string;
};

export type AddressGroup = {
  /** `USDC`, on any network. */
  readonly symbol: string;
  /** `USD Coin`; '' where the catalog no longer has it. */
  readonly name: string;
  readonly imgUrl: string;
  readonly entries: readonly AddressEntry[];
};

/** Addresses by crypto, groups in the order of the newest address in each. */
export function groupAddresses(addresses: readonly SavedAddress[], catalog: readonly Receivable[]): AddressGroup[] {
  const groups = new Map<string, AddressGroup & { entries: AddressEntry[] }>();
  for (const saved of addresses) {
    const coin = coinOf(saved, catalog);
    const symbol = coin?.symbol ?? saved.crypto;
    const group = groups.get(symbol) ?? { symbol, name: coin?.name ?? '', imgUrl: coin?.imgUrl ?? '', entries: [] };
    group.entries.push({ ...saved, networkName: coin?.networkName ?? saved.network });
    groups.set(symbol, group);
  }
  return [...groups.values()];
}

/** `crypto` is the wire id, or a symbol with its network. */
function coinOf({ crypto, network }: SavedAddress, catalog: readonly Receivable[]): Receivable | undefined {
  return (
    catalog.find((coin) => coin.currency === crypto) ??
    catalog.find((coin) => coin.symbol === crypto && coin.network === network)
  );
}
