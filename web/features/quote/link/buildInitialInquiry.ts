import { isPayMethod } from '@slipway/contract/entities/payMethods.ts';
import { chooseDefaultAmount, DEFAULT_AMOUNT, findFirstListed } from '@slipway/contract/firstQuote.ts';
import type { Draft } from '../../draft/draft.ts';
import { isPayableHere } from '../methods/isPayableHere.ts';
import type { Inquiry } from '../quoteReducer.ts';
import type { PayCurrency, ReceiveCurrency } from '../quoteRules.ts';
import type { QuoteQuery } from './quoteQuery.ts';

export type CatalogLists = {
  readonly pay: readonly PayCurrency[];
  readonly receive: readonly ReceiveCurrency[];
  /** Currency of the buyer's country as detected by the server. */
  readonly normalCurrency: string;
};

/**
 * Returns the screen's first quote request: from the URL where its currencies are offered, else from this tab's draft,
 * else defaults. An amount is used only with its own currency.
 */
export function buildInitialInquiry(
  query: QuoteQuery,
  draft: Draft,
  lists: CatalogLists,
  payable: (payMethod: string) => boolean = isPayableHere,
): Inquiry {
  const pay = findFirstListed([query.sendCurrency, draft.sendCurrency, lists.normalCurrency], lists.pay);
  const receive = findFirstListed([query.getCurrency, draft.getCurrency], lists.receive);
  const fromUrl = query.sendCurrencyAmount !== '' || query.getCurrencyAmount !== '';
  const side = fromUrl ? query.side : draft.side;
  const amounts = fromUrl ? query : findUnchangedAmounts(draft, pay?.currency, receive?.currency);
  const payMethod = [query.payMethod, draft.payMethod].find((method) => isPayMethod(method) && payable(method));
  const shared = {
    sendCurrency: pay?.currency ?? query.sendCurrency,
    getCurrency: receive?.currency ?? query.getCurrency,
    payMethod: payMethod ?? '',
    offerType: query.offerType,
  };
  if (side === 'Get' && amounts.getCurrencyAmount) return { ...shared, side, amount: amounts.getCurrencyAmount };
  return {
    ...shared,
    side: 'Pay',
    amount: amounts.sendCurrencyAmount || (pay ? chooseDefaultAmount(pay) : DEFAULT_AMOUNT),
  };
}

/** Returns the draft's amounts whose currencies are unchanged. */
function findUnchangedAmounts(draft: Draft, pay: string | undefined, receive: string | undefined) {
  return {
    sendCurrencyAmount: draft.sendCurrency === pay ? draft.sendCurrencyAmount : '',
    getCurrencyAmount: draft.getCurrency === receive ? draft.getCurrencyAmount : '',
  };
}
