import type { CallData, CallRequest } from '@slipway/contract/calls.ts';
import { findPayMethodTraits, type PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import { call } from '../../api/call.ts';
import { type Draft, updateDraft } from '../draft/draft.ts';
import { type InquiryReferences, readInquiryReferences } from '../draft/references.ts';
import { getRememberedPartner } from '../partner/rememberPartner.ts';

export type Quote = CallData<'offerInquiry'>;

/** References of the site that led the buyer here. */
type Attribution = InquiryReferences & { readonly partnerId: string };

/**
 * Returns the quote request for a draft: the typed amount, payment method, provider and referrer. The previous quote's
 * token identifies the referrer too.
 */
export function buildDraftInquiry(draft: Draft, attribution: Attribution): CallRequest<'offerInquiry'> {
  return {
    sendCurrency: draft.sendCurrency,
    sendCurrencyAmount: draft.side === 'Pay' ? draft.sendCurrencyAmount : '',
    getCurrency: draft.getCurrency,
    getCurrencyAmount: draft.side === 'Get' ? draft.getCurrencyAmount : '',
    // The server rejects unknown methods.
    payMethod: draft.payMethod as PayMethod | '',
    offerType: draft.offerType,
    token: draft.quoteToken,
    ...attribution,
    intercept: 2,
  };
}

/**
 * Requests a new quote for the same purchase and stores its token and amounts in the draft. Throws CallError, or
 * AbortError if the signal was aborted; the draft is then unchanged.
 */
export async function renewQuote(draft: Draft, signal?: AbortSignal): Promise<Quote> {
  const attribution = { partnerId: getRememberedPartner(), ...readInquiryReferences() };
  const quote = await call('offerInquiry', buildDraftInquiry(draft, attribution), { signal, navigational: true });
  signal?.throwIfAborted();
  updateDraft(toDraftQuoteFields(quote));
  return quote;
}

/** Returns the part of a quote that the draft stores. */
export function toDraftQuoteFields(quote: Quote) {
  return {
    quoteToken: quote.token,
    quoteExpireTime: quote.expireTime,
    sendCurrencyAmount: quote.sendCurrencyAmount,
    getCurrencyAmount: quote.getCurrencyAmount,
    payMethod: quote.payMethod,
  };
}

/** Returns true if the buyer has chosen what to buy; without that the screens after Edit have nothing to show. */
export function hasPurchase(draft: Draft): boolean {
  const amount = draft.side === 'Pay' ? draft.sendCurrencyAmount : draft.getCurrencyAmount;
  return draft.sendCurrency !== '' && draft.getCurrency !== '' && amount !== '';
}

/** The amounts of a purchase as shown to the buyer; drafts and quotes both have them. */
export type ShownAmounts = Pick<Quote, 'sendCurrency' | 'sendCurrencyAmount' | 'getCurrency' | 'getCurrencyAmount'>;

/** Returns true if the buyer would pay or receive a different amount than last shown. */
export function hasAmountChanged(shown: ShownAmounts, quoted: ShownAmounts): boolean {
  return (
    !isSameAmount(shown.sendCurrencyAmount, quoted.sendCurrencyAmount) ||
    !isSameAmount(shown.getCurrencyAmount, quoted.getCurrencyAmount)
  );
}

/**
 * Returns true if the buyer must agree before the order is created. If the price is set on receipt of the money, the
 * crypto amount is an estimate and only the amount to pay needs agreement.
 */
export function needsAgreement(shown: ShownAmounts & Pick<Draft, 'payMethod'>, quoted: ShownAmounts): boolean {
  if (findPayMethodTraits(shown.payMethod)?.priced !== 'at_receipt') return hasAmountChanged(shown, quoted);
  return !isSameAmount(shown.sendCurrencyAmount, quoted.sendCurrencyAmount);
}

/** `100` equals `100.00`; a missing amount equals only another missing one. */
function isSameAmount(a: string, b: string): boolean {
  return a === b || (a !== '' && b !== '' && compare(parseDecimal(a), parseDecimal(b)) === 0);
}
