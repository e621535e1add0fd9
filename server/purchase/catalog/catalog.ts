import type { PayMethod } from '@slipway/contract/entities/scalars.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Decimal } from '@slipway/money/decimal.ts';
import type { FeeSchedule } from '@slipway/money/pricing.ts';

/** A network on which we deliver. */
export type Network = {
  /** Wire id, `bitcoin`. */
  readonly id: string;
  /** CAIP-2, the key of its chain adapter. */
  readonly chain: string;
  readonly name: string;
  /** Wire id of its native coin, in which network fees are paid. */
  readonly nativeCrypto: string;
  /** Minutes that a delivery usually takes there. */
  readonly expectedMinutes: number;
  readonly explorerUrl: string;
};

export type Crypto = {
  /** Wire id; unique, carries the network where needed: `USDC_BASE`. */
  readonly id: string;
  readonly asset: Asset;
  readonly symbol: string;
  readonly name: string;
  readonly network: Network;
  /** Empty for a native coin. */
  readonly contract: string;
  readonly popular: boolean;
  /** The coin's name at exchanges. */
  readonly marketBase: string;
  /** What the operator adds to the mid price, a fraction. */
  readonly spread: Decimal;
};

export type PayCurrency = {
  readonly asset: Asset;
  readonly name: string;
  readonly minimumUnits: bigint;
  readonly maximumUnits: bigint;
  /** Amounts are multiples of this: card networks carry some currencies with fewer digits than ISO 4217 gives them. */
  readonly stepUnits: bigint;
  /** The methods by which this currency can be paid, in the order in which they are shown. */
  readonly methods: readonly { readonly method: PayMethod; readonly fee: FeeSchedule }[];
};

/** What can be bought, with what, at which conditions. */
export type Catalog = {
  readonly payCurrencies: ReadonlyMap<string, PayCurrency>;
  readonly cryptos: ReadonlyMap<string, Crypto>;
  readonly networks: readonly Network[];
  /** Preferred when nothing else says which. */
  readonly defaultPayCurrency: string;
  readonly defaultCrypto: string;
};

export function requireCrypto(catalog: Catalog, id: string): Crypto {
  const crypto = catalog.cryptos.get(id);
  if (!crypto) throw new Error(`no crypto ${id} in the catalog`);
  return crypto;
}

export function requirePayCurrency(catalog: Catalog, code: string): PayCurrency {
  const currency = catalog.payCurrencies.get(code);
  if (!currency) throw new Error(`no pay currency ${code} in the catalog`);
  return currency;
}

export function nativeAsset(catalog: Catalog, network: Network): Asset {
  return requireCrypto(catalog, network.nativeCrypto).asset;
}

export function requireNetwork(catalog: Catalog, id: string): Network {
  const network = catalog.networks.find((candidate) => candidate.id === id);
  if (!network) throw new Error(`no network ${id} in the catalog`);
  return network;
}
