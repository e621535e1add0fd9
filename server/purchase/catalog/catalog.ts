import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Decimal } from '@slipway/money/decimal.ts';
import type { FeeSchedule } from '@slipway/money/pricing.ts';
import { memoizeByObject } from '../../platform/memoize.ts';

/** A network on which coins are delivered. */
export type Network = {
  /** Wire id, `bitcoin`. */
  readonly id: string;
  /** CAIP-2, the key of its chain adapter. */
  readonly chain: string;
  readonly name: string;
  /** Wire id of its native coin, in which network fees are paid. */
  readonly nativeCrypto: string;
  /** Usual minutes of a delivery there. */
  readonly expectedMinutes: number;
  /** The explorer's URL, to which a transaction's id is appended. */
  readonly explorerUrl: string;
  /** CAIP-19 namespace of its token contracts, `erc20`; absent if only native coins are sold. */
  readonly tokens?: string | undefined;
  /** The maximum fee of one payout, a decimal of the native coin; absent: derived from the expected fee. */
  readonly maximumFee?: string | undefined;
  /** The following fields apply only to some kinds of networks. */
  readonly confirmations?: number | undefined;
  readonly deliveredWhenFinal?: boolean | undefined;
  readonly l1FeeOracle?: string | undefined;
  readonly minimumTip?: string | undefined;
};

export type Crypto = {
  /** Wire id, unique; it names the network if the symbol is ambiguous: `USDC_BASE`. */
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
  /** The operator's markup on the mid price, a fraction. */
  readonly spread: Decimal;
  /** Not offered while the treasury's free funds are below this. */
  readonly treasuryFloorUnits: bigint;
  /** False: no longer sold; its orders continue. */
  readonly enabled: boolean;
};

/**
 * A payment method of a currency: its fee, and the limits of the paid amount, the narrower of the method's and the
 * currency's.
 */
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
  /** Amounts are multiples of this: card networks support fewer digits than ISO 4217 for some currencies. */
  readonly stepUnits: bigint;
  /** The methods by which this currency can be paid, in display order, the operator's default first. */
  readonly methods: readonly MethodTerms[];
  /** False: no longer accepted; its orders continue. */
  readonly enabled: boolean;
};

/** The operator's rules for a country. Absent sets mean all. */
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

/** The assets on sale, the currencies accepted for them, and the conditions. */
export type Catalog = {
  readonly payCurrencies: ReadonlyMap<string, PayCurrency>;
  readonly cryptos: ReadonlyMap<string, Crypto>;
  readonly networks: readonly Network[];
  readonly transferAccounts: ReadonlyMap<string, TransferAccount>;
  readonly countryRules: (country: string) => CountryRules;
  /** Used if nothing else is specified. */
  readonly defaultPayCurrency: string;
  readonly defaultCrypto: string;
  readonly defaultMethod: PayMethod;
  /** True if the operator sells coins, not only external providers. */
  readonly operatorSells: boolean;
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

/** Returns a crypto that is currently sold; undefined if it is unknown or no longer sold. */
export function findSoldCrypto(catalog: Catalog, id: string): Crypto | undefined {
  const crypto = catalog.cryptos.get(id);
  return crypto?.enabled ? crypto : undefined;
}

/** Returns a crypto that is currently sold, by its wire id or by its symbol together with a network; else undefined. */
export function findCryptoOn(catalog: Catalog, name: string, network: string | undefined): Crypto | undefined {
  const byId = findSoldCrypto(catalog, name);
  if (byId && (network === undefined || byId.network.id === network)) return byId;
  return [...catalog.cryptos.values()].find(
    (crypto) => crypto.enabled && crypto.symbol === name && crypto.network.id === network,
  );
}

export function listSoldCryptos(catalog: Catalog): readonly Crypto[] {
  return [...catalog.cryptos.values()].filter(({ enabled }) => enabled);
}

/** Returns whether any provider may accept a currency in a country. */
export function isAllowedIn(catalog: Catalog, code: string, country: string): boolean {
  const { currencies } = catalog.countryRules(country);
  return catalog.payCurrencies.get(code)?.enabled === true && currencies?.has(code) !== false;
}

/**
 * Returns the currency if it is accepted in the country; undefined if it is unknown, disabled or not offered there. If the
 * operator sells coins, at least one of the operator's own payment methods must be available there.
 */
export function findAcceptedCurrency(catalog: Catalog, code: string, country: string): PayCurrency | undefined {
  const currency = catalog.payCurrencies.get(code);
  if (!currency || !isAllowedIn(catalog, code, country)) return undefined;
  return !catalog.operatorSells || listMethodsInCountry(catalog, currency, country).length > 0 ? currency : undefined;
}

/** Returns the methods by which a currency can be paid in a country. */
export function listMethodsInCountry(catalog: Catalog, currency: PayCurrency, country: string): readonly MethodTerms[] {
  const { methods } = catalog.countryRules(country);
  return methods ? listAllowedMethods(currency)(methods) : currency.methods;
}

/** Memoized by currency and allowed methods. Each edition of the catalog has new objects, so no result is outdated. */
const listAllowedMethods = memoizeByObject(({ methods }: PayCurrency) =>
  memoizeByObject((allowed: ReadonlySet<PayMethod>) => methods.filter(({ method }) => allowed.has(method))),
);

export function getNativeAsset(catalog: Catalog, network: Network): Asset {
  return requireCrypto(catalog, network.nativeCrypto).asset;
}

/** Returns the token contracts of all cryptos that are or were sold: coins sent to a token contract are lost. */
export function listTokenContracts(catalog: Catalog): readonly string[] {
  return [...catalog.cryptos.values()].flatMap(({ contract }) => (contract === '' ? [] : [contract]));
}
