import { isPayMethod, type PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { findGoodsAmountField, type GoodsOrder } from '@slipway/contract/goodsOrder.ts';
import { OPENED_BY_SESSION_PARAMETER } from '../../partner/openedParameter.ts';
import { type LinkSide, readLinkAmount, readLinkParameter, readLinkSide } from './linkParameters.ts';

/** Purchase parameters from the URL. */
export type QuoteQuery = {
  readonly sendCurrency: string;
  readonly getCurrency: string;
  readonly sendCurrencyAmount: string;
  readonly getCurrencyAmount: string;
  /** '' if missing or unknown. */
  readonly payMethod: PayMethod | '';
  readonly offerType: string;
  readonly address: string;
  readonly origin: string;
  readonly redirectUrl: string;
  readonly reference: string;
  /** Earlier order that this purchase continues. */
  readonly refererOrder: string;
  readonly token: string;
  readonly partnerId: string;
  /** Opaque token created by a partner's server. */
  readonly session: string;
  /** Message to show to the buyer, plain text. */
  readonly error: string;
  /** Price of the goods that this purchase pays for. */
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
/** Maximum lengths that the server accepts for names, web addresses and quote tokens. */
const MAX_NAME_LENGTH = 64;
const MAX_ADDRESS_LENGTH = 2048;
const MAX_TOKEN_LENGTH = 24_576;
/** The operator's own provider, the only one for /buy/{getCurrency}. */
const OWN_OFFER_TYPE = 'slipway';

/** Parses the query; `routeCurrency` is the {getCurrency} of /buy/{getCurrency}. */
export function readQuoteQuery(search: string, routeCurrency: string | undefined): QuoteQuery {
  const query = new URLSearchParams(search);
  const readParameter = (name: string, longest?: number) => readLinkParameter(query, name, longest);
  const goods = readGoodsOrder(query);
  const { pay, receive } = readPurchaseSides(query, goods, routeCurrency);
  const payMethod = readParameter('payMethod');
  return {
    sendCurrency: pay.currency,
    getCurrency: receive.currency,
    sendCurrencyAmount: pay.amount,
    getCurrencyAmount: receive.amount,
    payMethod: isPayMethod(payMethod) ? payMethod : '',
    offerType: routeCurrency === undefined ? readParameter('offerType', MAX_NAME_LENGTH) : OWN_OFFER_TYPE,
    // An opened session has its address in the draft; a link cannot override it.
    address: query.has(OPENED_BY_SESSION_PARAMETER) ? '' : readParameter('address'),
    origin: readParameter('origin', MAX_ADDRESS_LENGTH),
    redirectUrl: readParameter('redirectUrl', MAX_ADDRESS_LENGTH),
    reference: readParameter('reference'),
    refererOrder: readParameter('referer_order'),
    token: readParameter('token', MAX_TOKEN_LENGTH),
    partnerId: readParameter('partnerId', MAX_NAME_LENGTH),
    session: readParameter('session'),
    error: readParameter('error').slice(0, MAX_ERROR_LENGTH),
    goods,
    side: receive.currency !== '' && receive.amount !== '' ? 'Get' : 'Pay',
    locked: {
      payAmount: pay.fixed.amount,
      payCurrency: pay.fixed.currency,
      // A fixed crypto also locks the amount to receive.
      receiveAmount: receive.fixed.currency,
      receiveCurrency: receive.fixed.currency,
    },
  };
}

/** Returns amount and currency, or neither if one is missing. */
function readGoodsOrder(query: URLSearchParams): GoodsOrder {
  const goodsOrderAmount = readLinkAmount(query, 'goodsOrderAmount');
  const goodsOrderCurrency = readLinkParameter(query, 'goodsOrderCurrency', MAX_NAME_LENGTH).toUpperCase();
  const whole = goodsOrderAmount !== '' && goodsOrderCurrency !== '';
  return whole ? { goodsOrderAmount, goodsOrderCurrency } : { goodsOrderAmount: '', goodsOrderCurrency: '' };
}

/**
 * Reads both sides. The price of the goods becomes the fixed amount of the side with its currency, unless the link gives an
 * amount.
 */
function readPurchaseSides(query: URLSearchParams, goods: GoodsOrder, routeCurrency: string | undefined) {
  const pay = readLinkSide(query, 'sendCurrency');
  const receive = readLinkSide(query, 'getCurrency', routeCurrency);
  const field = findGoodsAmountField(goods, {
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
