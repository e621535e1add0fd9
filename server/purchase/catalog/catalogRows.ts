import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { TransferAccount } from './catalog.ts';
import type { NetworkRow } from './networkRows.ts';

export type CurrencyRow = {
  readonly name: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly enabled: boolean;
};

export type FeeRow = {
  readonly percent: string;
  readonly fixed: string;
  readonly minimum: string;
  readonly minimumPay?: string | undefined;
  readonly maximumPay?: string | undefined;
  readonly enabled: boolean;
};

export type CryptoRow = {
  readonly symbol: string;
  readonly name: string;
  readonly network: string;
  readonly decimals: number;
  /** `slip44:n` is a native coin (SLIP-44), anything else a token contract. */
  readonly asset: string;
  /** The coin's name at exchanges, if it differs: exchanges may list only the underlying coin of a wrapped one. */
  readonly marketBase?: string | undefined;
  readonly spread: string;
  /** An amount of the crypto; zero by default. */
  readonly treasuryFloor?: string | undefined;
  readonly popular: boolean;
  readonly hot: boolean;
  readonly enabled: boolean;
};

export type CountryRow = {
  readonly banned: boolean;
  readonly citizensServed: boolean;
  readonly methods?: readonly PayMethod[] | undefined;
  readonly currencies?: readonly string[] | undefined;
  readonly maximumEuro?: string | undefined;
};

/** The rows from which a catalog is built, as in the operator's configuration. Fees are keyed `METHOD/CURRENCY`. */
export type CatalogRows = {
  readonly currencies: ReadonlyMap<string, CurrencyRow>;
  readonly fees: ReadonlyMap<string, FeeRow>;
  readonly networks: ReadonlyMap<string, NetworkRow>;
  readonly cryptos: ReadonlyMap<string, CryptoRow>;
  readonly countries: ReadonlyMap<string, CountryRow>;
  readonly transferAccounts: ReadonlyMap<string, TransferAccount>;
  /** Used if nothing else is specified: keys of the rows above. */
  readonly defaults: { readonly payCurrency: string; readonly crypto: string; readonly method: PayMethod };
};
