import { getPayMethodTraits, type PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { CountryRules, Crypto, PayCurrency, TransferAccount } from './catalog.ts';

/** The capabilities of the operator's vendors; the rows decide which of them are offered. */
export type Offering = {
  /** CAIP-2 ids of the networks that have a node. */
  readonly chains: ReadonlySet<string>;
  readonly methods: ReadonlySet<PayMethod>;
  /** Returns whether money received on an account of the operator's could be refunded from it. */
  readonly sendsFrom: (currency: string, account: TransferAccount) => boolean;
  /** True if buyers can be asked for a document. */
  readonly identity: boolean;
  /** True if the operator sells itself; false if there are only other providers' offers. */
  readonly own: boolean;
};

/** Restricts what the rows offer. */
export type CatalogRestriction = {
  readonly offering: Offering;
  /** Nothing above this is sold in any country. */
  readonly maximumEuroCents?: bigint | undefined;
};

/** Disables a crypto that the operator cannot deliver, since its network has no node. Existing orders continue. */
export function disableUndeliverable(crypto: Crypto, offering: Offering | undefined): Crypto {
  return offering?.own && !offering.chains.has(crypto.network.chain) ? { ...crypto, enabled: false } : crypto;
}

/** Removes methods that no vendor supports, and methods whose payments could not be refunded. */
export function removeUnpayableMethods(
  currency: PayCurrency,
  account: TransferAccount | undefined,
  offering: Offering | undefined,
): PayCurrency {
  if (!offering) return currency;
  const returnable = account !== undefined && offering.sendsFrom(currency.asset.code, account);
  const isOffered = (method: PayMethod) =>
    offering.methods.has(method) && (getPayMethodTraits(method).money !== 'received' || returnable);
  return { ...currency, methods: currency.methods.filter(({ method }) => isOffered(method)) };
}

/** Applies a limit to a country's rules; a narrower limit of the country is kept. */
export function capCountryLimit(rules: CountryRules, maximumEuroCents: bigint | undefined): CountryRules {
  const { maximumEuroCents: own } = rules;
  if (maximumEuroCents === undefined || (own !== undefined && own <= maximumEuroCents)) return rules;
  return { ...rules, maximumEuroCents };
}
