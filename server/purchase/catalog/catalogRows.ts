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
  /** Wrapped coins are bought as what they wrap where exchanges list only that. */
  readonly marketBase?: string | undefined;
  readonly spread: string;
  /** Of the crypto; absent: what an order needs. */
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

/** What a catalog is built from, as the operator's configuration has it. Fees are keyed `METHOD/CURRENCY`. */
export type CatalogRows = {
  readonly currencies: ReadonlyMap<string, CurrencyRow>;
  readonly fees: ReadonlyMap<string, FeeRow>;
  readonly networks: ReadonlyMap<string, NetworkRow>;
  readonly cryptos: ReadonlyMap<string, CryptoRow>;
  readonly countries: ReadonlyMap<string, CountryRow>;
  readonly transferAccounts: ReadonlyMap<string, TransferAccount>;
  /** What is preferred where nothing else says which: keys of the rows above. */
  readonly defaults: { readonly payCurrency: string; readonly crypto: string; readonly method: PayMethod };
};
