import { isPayMethod } from '@slipway/contract/entities/payMethods.ts';
import { firstListed, USUAL_AMOUNT, usualAmount } from '@slipway/contract/firstQuote.ts';
import type { Draft } from '../draft/draft.ts';
import { payableHere } from './payableHere.ts';
import type { QuoteQuery } from './quoteQuery.ts';
import type { Inquiry } from './quoteReducer.ts';
import type { PayCurrency, ReceiveCurrency } from './quoteRules.ts';

export type CatalogLists = {
  readonly pay: readonly PayCurrency[];
  readonly receive: readonly ReceiveCurrency[];
  /** The currency of the buyer's country, as the server sees it. */
  readonly normalCurrency: string;
};

/**
 * The first question of the screen: the URL first, as far as it is offered, then what the buyer did before in this tab, then
 * the defaults. An amount is asked in its own currency or not at all.
 */
export function initialInquiry(
  query: QuoteQuery,
  draft: Draft,
  lists: CatalogLists,
  payable: (payMethod: string) => boolean = payableHere,
): Inquiry {
  const pay = firstListed([query.sendCurrency, draft.sendCurrency, lists.normalCurrency], lists.pay);
  const receive = firstListed([query.getCurrency, draft.getCurrency], lists.receive);
  const fromUrl = query.sendCurrencyAmount !== '' || query.getCurrencyAmount !== '';
  const side = fromUrl ? query.side : draft.side;
  const wanted = fromUrl ? query : amountsIn(draft, pay?.currency, receive?.currency);
  const payMethod = [query.payMethod, draft.payMethod].find((method) => isPayMethod(method) && payable(method));
  const shared = {
    sendCurrency: pay?.currency ?? query.sendCurrency,
    getCurrency: receive?.currency ?? query.getCurrency,
    payMethod: payMethod ?? '',
    offerType: query.offerType,
  };
  if (side === 'Get' && wanted.getCurrencyAmount) return { ...shared, side, amount: wanted.getCurrencyAmount };
  return { ...shared, side: 'Pay', amount: wanted.sendCurrencyAmount || (pay ? usualAmount(pay) : USUAL_AMOUNT) };
}

/** The draft's amounts, each in its own currency alone. */
function amountsIn(draft: Draft, pay: string | undefined, receive: string | undefined) {
  return {
    sendCurrencyAmount: draft.sendCurrency === pay ? draft.sendCurrencyAmount : '',
    getCurrencyAmount: draft.getCurrency === receive ? draft.getCurrencyAmount : '',
  };
}
