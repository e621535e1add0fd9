import type { CatalogLists } from './initialInquiry.ts';
import type { QuoteQuery } from './quoteQuery.ts';

/** What a link asks for and cannot have here. */
export type Unoffered = { readonly what: 'pay_currency' | 'crypto' | 'provider'; readonly name: string };

export type OfferedQuery = {
  /** Without anything that is not offered, and without what was said of it. */
  readonly query: QuoteQuery;
  readonly unoffered: readonly Unoffered[];
};

/** The lists of what is offered, and by which provider. */
type Offered = Pick<CatalogLists, 'pay' | 'receive'> & { readonly offerType: string };

/**
 * A link as far as it can be bought here. A currency that is not offered takes its amount with it: 5,000 dong are no 5,000
 * euros.
 */
export function offeredQuery(query: QuoteQuery, { pay, receive, offerType }: Offered): OfferedQuery {
  const has = (list: readonly { readonly currency: string }[], wanted: string) =>
    wanted === '' || list.some(({ currency }) => currency === wanted);
  const paid = has(pay, query.sendCurrency);
  const sold = has(receive, query.getCurrency);
  const { locked } = query;
  return {
    query: {
      ...query,
      offerType,
      ...(!paid && { sendCurrency: '', sendCurrencyAmount: '' }),
      ...(!sold && { getCurrency: '', getCurrencyAmount: '', side: 'Pay' as const }),
      locked: {
        payAmount: paid && locked.payAmount,
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
