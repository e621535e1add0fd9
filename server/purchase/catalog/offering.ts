import { type PayMethod, traitsOf } from '@slipway/contract/entities/payMethods.ts';
import type { CountryRules, Crypto, PayCurrency, TransferAccount } from './catalog.ts';

/** What the operator's vendors make possible; the rows say what of it is sold. */
export type Offering = {
  /** CAIP-2 ids of the networks that have a node. */
  readonly chains: ReadonlySet<string>;
  readonly methods: ReadonlySet<PayMethod>;
  /** Whether money that came to an account of the operator's could be given back from it. */
  readonly sendsFrom: (currency: string, account: TransferAccount) => boolean;
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

/** A method that nobody could take is not listed, nor one of which nothing could be given back. */
export function payable(
  currency: PayCurrency,
  account: TransferAccount | undefined,
  offering: Offering | undefined,
): PayCurrency {
  if (!offering) return currency;
  const returnable = account !== undefined && offering.sendsFrom(currency.asset.code, account);
  const isOffered = (method: PayMethod) =>
    offering.methods.has(method) && (traitsOf(method).money !== 'received' || returnable);
  return { ...currency, methods: currency.methods.filter(({ method }) => isOffered(method)) };
}

/** A country keeps its own limit where that is narrower. */
export function capped(rules: CountryRules, maximumEuroCents: bigint | undefined): CountryRules {
  const { maximumEuroCents: own } = rules;
  if (maximumEuroCents === undefined || (own !== undefined && own <= maximumEuroCents)) return rules;
  return { ...rules, maximumEuroCents };
}
