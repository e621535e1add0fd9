import type { CatalogLists } from './buildInitialInquiry.ts';
import type { QuoteQuery } from './quoteQuery.ts';

/** Part of a link that is not available here. */
export type UnofferedPart = { readonly what: 'pay_currency' | 'crypto' | 'provider'; readonly name: string };

export type OfferedQuery = {
  /** The query without the parts that are not offered and their amounts. */
  readonly query: QuoteQuery;
  readonly unoffered: readonly UnofferedPart[];
};

/** The offered currencies and the provider that offers them. */
type OfferedLists = Pick<CatalogLists, 'pay' | 'receive'> & { readonly offerType: string };

/** Reduces a link to what is offered. A currency that is not offered is dropped with its amount: 5,000 VND is not 5,000 EUR. */
export function reduceToOffered(query: QuoteQuery, { pay, receive, offerType }: OfferedLists): OfferedQuery {
  const has = (list: readonly { readonly currency: string }[], wanted: string) =>
    wanted === '' || list.some(({ currency }) => currency === wanted);
  const paid = has(pay, query.sendCurrency);
  const sold = has(receive, query.getCurrency);
  const { locked } = query;
  const side = sold ? query.side : 'Pay';
  return {
    query: {
      ...query,
      offerType,
      ...(!paid && { sendCurrency: '', sendCurrencyAmount: '' }),
      ...(!sold && { getCurrency: '', getCurrencyAmount: '' }),
      side,
      locked: {
        // If the receive amount is used, the pay amount follows from the quote and not from the link.
        payAmount: paid && side === 'Pay' && locked.payAmount,
        payCurrency: paid && locked.payCurrency,
        receiveAmount: sold && locked.receiveAmount,
        receiveCurrency: sold && locked.receiveCurrency,
      },
    },
    unoffered: [
      ...(offerType === query.offerType ? [] : [{ what: 'provider', name: query.offerType } as const]),
      ...(paid ? [] : [{ what: 'pay_currency', name: query.sendCurrency } as const]),
      ...(sold ? [] : [{ what: 'crypto', name: query.getCurrency } as const]),
    ],
  };
}
