import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Decimal } from '@slipway/money/decimal.ts';
import type { FeeSchedule } from '@slipway/money/pricing.ts';
import { rememberingOf } from '../../platform/remembering.ts';

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
  /** A transaction's id goes at its end. */
  readonly explorerUrl: string;
  /** CAIP-19 namespace of its token contracts, `erc20`; absent where native coins alone are sold. */
  readonly tokens?: string | undefined;
  /** The most that one payout may cost, a decimal of the native coin; absent: measured by what was expected. */
  readonly maximumFee?: string | undefined;
  /** The rest is read by the kinds of networks that know such a thing. */
  readonly confirmations?: number | undefined;
  readonly deliveredWhenFinal?: boolean | undefined;
  readonly l1FeeOracle?: string | undefined;
  readonly minimumTip?: string | undefined;
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
  readonly hot: boolean;
  /** The coin's name at exchanges. */
  readonly marketBase: string;
  /** What the operator adds to the mid price, a fraction. */
  readonly spread: Decimal;
  /** It is not offered while the treasury has less of it that is free. */
  readonly treasuryFloorUnits: bigint;
  /** False: no longer sold; its orders go on. */
  readonly enabled: boolean;
};

/** How a currency can be paid: the fee, and the limits on what the buyer pays, the narrower of method and currency. */
export type MethodTerms = {
  readonly method: PayMethod;
  readonly fee: FeeSchedule;
  readonly minimumUnits: bigint;
  readonly maximumUnits: bigint;
};

export type PayCurrency = {
  readonly asset: Asset;
  readonly name: string;
  readonly minimumUnits: bigint;
  readonly maximumUnits: bigint;
  /** Amounts are multiples of this: card networks carry some currencies with fewer digits than ISO 4217 gives them. */
  readonly stepUnits: bigint;
  /** The methods by which this currency can be paid, the operator's default first, as they are shown. */
  readonly methods: readonly MethodTerms[];
  /** False: no longer taken; its orders go on. */
  readonly enabled: boolean;
};

/** What the operator has decided for a country. Absent sets mean all. */
export type CountryRules = {
  readonly banned: boolean;
  readonly citizensServed: boolean;
  readonly methods?: ReadonlySet<PayMethod>;
  readonly currencies?: ReadonlySet<string>;
  readonly maximumEuroCents?: bigint;
};

/** The operator's bank account for transfers in a currency. */
export type TransferAccount = {
  readonly accountHolder: string;
  readonly account: string;
  readonly bankCode: string;
  readonly bankName: string;
};

/** What can be bought, with what, at which conditions. */
export type Catalog = {
  readonly payCurrencies: ReadonlyMap<string, PayCurrency>;
  readonly cryptos: ReadonlyMap<string, Crypto>;
  readonly networks: readonly Network[];
  readonly transferAccounts: ReadonlyMap<string, TransferAccount>;
  readonly countryRules: (country: string) => CountryRules;
  /** Preferred when nothing else says which. */
  readonly defaultPayCurrency: string;
  readonly defaultCrypto: string;
  readonly defaultMethod: PayMethod;
  /** Whether there is an offer of the operator's own beside those of other providers. */
  readonly sellsItself: boolean;
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

/** Sold now; undefined for what is unknown or no longer sold. */
export function findSoldCrypto(catalog: Catalog, id: string): Crypto | undefined {
  const crypto = catalog.cryptos.get(id);
  return crypto?.enabled ? crypto : undefined;
}

/** A crypto by its wire id, or by its symbol together with a network. */
export function findCryptoOn(catalog: Catalog, name: string, network: string | undefined): Crypto | undefined {
  const byId = findSoldCrypto(catalog, name);
  if (byId && (network === undefined || byId.network.id === network)) return byId;
  return [...catalog.cryptos.values()].find(
    (crypto) => crypto.enabled && crypto.symbol === name && crypto.network.id === network,
  );
}

export function soldCryptos(catalog: Catalog): readonly Crypto[] {
  return [...catalog.cryptos.values()].filter(({ enabled }) => enabled);
}

/** Whether a currency may be taken in a country, by whomever. */
export function isAllowedIn(catalog: Catalog, code: string, country: string): boolean {
  const { currencies } = catalog.countryRules(country);
  return catalog.payCurrencies.get(code)?.enabled === true && currencies?.has(code) !== false;
}

/** Taken now in a country, by the operator where it sells by itself; undefined for what is unknown, no longer taken, or not offered there. */
export function findTakenCurrency(catalog: Catalog, code: string, country: string): PayCurrency | undefined {
  const currency = catalog.payCurrencies.get(code);
  if (!currency || !isAllowedIn(catalog, code, country)) return undefined;
  return !catalog.sellsItself || methodsIn(catalog, currency, country).length > 0 ? currency : undefined;
}

/** The methods by which a currency can be paid in a country. */
export function methodsIn(catalog: Catalog, currency: PayCurrency, country: string): readonly MethodTerms[] {
  const { methods } = catalog.countryRules(country);
  return methods ? methodsOf(currency)(methods) : currency.methods;
}

/** Of a currency and what a country allows: each edition of the catalog has its own. */
const methodsOf = rememberingOf(({ methods }: PayCurrency) =>
  rememberingOf((allowed: ReadonlySet<PayMethod>) => methods.filter(({ method }) => allowed.has(method))),
);

export function nativeAsset(catalog: Catalog, network: Network): Asset {
  return requireCrypto(catalog, network.nativeCrypto).asset;
}

/** Token contracts of everything that is, or was, sold: coins that are sent to one are lost. */
export function soldContracts(catalog: Catalog): readonly string[] {
  return [...catalog.cryptos.values()].flatMap(({ contract }) => (contract === '' ? [] : [contract]));
}
