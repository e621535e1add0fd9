import { pastedAmount, settledAmount } from '../../ui/amountInput.ts';

/** What the address bar says about the purchase. */
export type QuoteQuery = {
  readonly sendCurrency: string;
  readonly getCurrency: string;
  readonly sendCurrencyAmount: string;
  readonly getCurrencyAmount: string;
  readonly payMethod: string;
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
const MOST_DECIMALS = 18;
/** The operator's own provider; /buy/{getCurrency} sells through it alone. */
const OWN_OFFER_TYPE = 'slipway';

/** Reads the query; `routeCurrency` is the {getCurrency} of /buy/{getCurrency}. */
export function readQuoteQuery(search: string, routeCurrency: string | undefined): QuoteQuery {
  const query = new URLSearchParams(search);
  const given = (name: string) => query.get(name)?.trim() ?? '';
  const amount = (name: string) => settledAmount(pastedAmount(given(name), MOST_DECIMALS));
  const fixedReceive = routeCurrency ?? given('getCurrency');
  const receive = fixedReceive || given('defaultGetCurrency');
  const receiveAmount = amount('getCurrencyAmount') || amount('defaultGetCurrencyAmount');
  return {
    sendCurrency: (given('sendCurrency') || given('defaultSendCurrency')).toUpperCase(),
    getCurrency: receive.toUpperCase(),
    sendCurrencyAmount: amount('sendCurrencyAmount') || amount('defaultSendCurrencyAmount'),
    getCurrencyAmount: receiveAmount,
    payMethod: given('payMethod'),
    offerType: routeCurrency === undefined ? given('offerType') : OWN_OFFER_TYPE,
    address: given('address'),
    origin: given('origin'),
    redirectUrl: given('redirectUrl'),
    reference: given('reference'),
    refererOrder: given('referer_order'),
    token: given('token'),
    partnerId: given('partnerId'),
    session: given('session'),
    error: given('error').slice(0, MAX_ERROR_LENGTH),
    side: receive !== '' && receiveAmount !== '' ? 'Get' : 'Pay',
    locked: {
      payAmount: query.has('sendCurrencyAmount'),
      payCurrency: query.has('sendCurrency'),
      receiveAmount: fixedReceive !== '',
      receiveCurrency: fixedReceive !== '',
    },
  };
}
