import { isPayMethod, type PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { amountOfGoods, type GoodsOrder } from '@slipway/contract/goodsOrder.ts';
import { OPENED_NAME } from '../partner/openedName.ts';
import { amountOfLink, type LinkSide, sideOfLink, wordOfLink } from './linkWords.ts';

/** What the address bar says about the purchase. */
export type QuoteQuery = {
  readonly sendCurrency: string;
  readonly getCurrency: string;
  readonly sendCurrencyAmount: string;
  readonly getCurrencyAmount: string;
  /** '' for none, and for a word that is none. */
  readonly payMethod: PayMethod | '';
  readonly offerType: string;
  readonly address: string;
  readonly origin: string;
  readonly redirectUrl: string;
  readonly reference: string;
  /** An earlier order that this purchase follows. */
  readonly refererOrder: string;
  readonly token: string;
  readonly partnerId: string;
  /** Opaque, made by a partner's server. */
  readonly session: string;
  /** A message to the buyer on arrival, plain text. */
  readonly error: string;
  /** What the order of goods costs that this pays for. */
  readonly goods: GoodsOrder;
  readonly side: 'Pay' | 'Get';
  readonly locked: QuoteLocks;
};

export type QuoteLocks = {
  readonly payAmount: boolean;
  readonly payCurrency: boolean;
  readonly receiveAmount: boolean;
  readonly receiveCurrency: boolean;
};

const MAX_ERROR_LENGTH = 200;
/** The longest that the server takes of a name, of an address of the web, and of a quote's token. */
const LONGEST_NAME = 64;
const LONGEST_ADDRESS = 2048;
const LONGEST_TOKEN = 24_576;
/** The operator's own provider; /buy/{getCurrency} sells through it alone. */
const OWN_OFFER_TYPE = 'slipway';

/** Reads the query; `routeCurrency` is the {getCurrency} of /buy/{getCurrency}. */
export function readQuoteQuery(search: string, routeCurrency: string | undefined): QuoteQuery {
  const query = new URLSearchParams(search);
  const given = (name: string, longest?: number) => wordOfLink(query, name, longest);
  const goods = goodsOfLink(query);
  const { pay, receive } = sidesOfLink(query, goods, routeCurrency);
  const payMethod = given('payMethod');
  return {
    sendCurrency: pay.currency,
    getCurrency: receive.currency,
    sendCurrencyAmount: pay.amount,
    getCurrencyAmount: receive.amount,
    payMethod: isPayMethod(payMethod) ? payMethod : '',
    offerType: routeCurrency === undefined ? given('offerType', LONGEST_NAME) : OWN_OFFER_TYPE,
    // Of an opened session it is in the draft, and no link takes its place.
    address: query.has(OPENED_NAME) ? '' : given('address'),
    origin: given('origin', LONGEST_ADDRESS),
    redirectUrl: given('redirectUrl', LONGEST_ADDRESS),
    reference: given('reference'),
    refererOrder: given('referer_order'),
    token: given('token', LONGEST_TOKEN),
    partnerId: given('partnerId', LONGEST_NAME),
    session: given('session'),
    error: given('error').slice(0, MAX_ERROR_LENGTH),
    goods,
    side: receive.currency !== '' && receive.amount !== '' ? 'Get' : 'Pay',
    locked: {
      payAmount: pay.fixed.amount,
      payCurrency: pay.fixed.currency,
      receiveAmount: receive.fixed.currency,
      receiveCurrency: receive.fixed.currency,
    },
  };
}

/** Both words or none. */
function goodsOfLink(query: URLSearchParams): GoodsOrder {
  const goodsOrderAmount = amountOfLink(query, 'goodsOrderAmount');
  const goodsOrderCurrency = wordOfLink(query, 'goodsOrderCurrency', LONGEST_NAME).toUpperCase();
  const whole = goodsOrderAmount !== '' && goodsOrderCurrency !== '';
  return whole ? { goodsOrderAmount, goodsOrderCurrency } : { goodsOrderAmount: '', goodsOrderCurrency: '' };
}

/** What the shop is owed is what is bought, and fixed, unless the link names an amount. */
function sidesOfLink(query: URLSearchParams, goods: GoodsOrder, routeCurrency: string | undefined) {
  const pay = sideOfLink(query, 'sendCurrency');
  const receive = sideOfLink(query, 'getCurrency', routeCurrency);
  const field = amountOfGoods(goods, {
    sendCurrency: pay.currency,
    sendCurrencyAmount: pay.amount,
    getCurrency: receive.currency,
    getCurrencyAmount: receive.amount,
  });
  const fill = (side: LinkSide): LinkSide => ({
    ...side,
    amount: goods.goodsOrderAmount,
    fixed: { currency: true, amount: true },
  });
  if (field === null) return { pay, receive };
  return field === 'getCurrencyAmount' ? { pay, receive: fill(receive) } : { pay: fill(pay), receive };
}
