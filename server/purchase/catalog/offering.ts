import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { CountryRules, Crypto, PayCurrency } from './catalog.ts';

/** What the operator's vendors make possible; the rows say what of it is sold. */
export type Offering = {
  /** CAIP-2 ids of the networks that have a node. */
  readonly chains: ReadonlySet<string>;
  readonly methods: ReadonlySet<PayMethod>;
  /** Whether buyers can be asked for a document. */
  readonly identity: boolean;
  /** Whether the operator sells by itself; false where others' offers are all that there is. */
  readonly own: boolean;
};

/** What narrows all that the rows offer; nothing where it is left out. */
export type Narrowing = {
  readonly offering: Offering;
  /** Nothing above this is sold anywhere. */
  readonly maximumEuroCents?: bigint | undefined;
};

/** Without a node nothing of the operator's own is sold on a network; its orders go on. Other providers need none. */
export function deliverable(sold: Crypto, offering: Offering | undefined): Crypto {
  return offering?.own && !offering.chains.has(sold.network.chain) ? { ...sold, enabled: false } : sold;
}

/** A method that nobody could take is not listed. */
export function payable(currency: PayCurrency, offering: Offering | undefined): PayCurrency {
  if (!offering) return currency;
  return { ...currency, methods: currency.methods.filter(({ method }) => offering.methods.has(method)) };
}

/** A country keeps its own limit where that is narrower. */
export function capped(rules: CountryRules, maximumEuroCents: bigint | undefined): CountryRules {
  const { maximumEuroCents: own } = rules;
  if (maximumEuroCents === undefined || (own !== undefined && own <= maximumEuroCents)) return rules;
  return { ...rules, maximumEuroCents };
}
