import type { CallData, CallRequest } from '@slipway/contract/calls.ts';
import { type PayMethod, traitsIfAny } from '@slipway/contract/entities/payMethods.ts';
import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import { call } from '../../api/call.ts';
import { type Draft, updateDraft } from '../draft/draft.ts';
import { type InquiryReferences, inquiryReferences } from '../draft/references.ts';
import { rememberedPartner } from '../partner/rememberedPartner.ts';

export type Quote = CallData<'offerInquiry'>;

/** Who led the buyer here. */
type Sender = InquiryReferences & { readonly partnerId: string };

/** What the buyer asked for, asked again: only the amount of the side that was typed, the method, the provider, and who led here; the former quote's token says it too. */
export function inquiryOf(draft: Draft, sender: Sender): CallRequest<'offerInquiry'> {
  return {
    sendCurrency: draft.sendCurrency,
    sendCurrencyAmount: draft.side === 'Pay' ? draft.sendCurrencyAmount : '',
    getCurrency: draft.getCurrency,
    getCurrencyAmount: draft.side === 'Get' ? draft.getCurrencyAmount : '',
    // The server refuses a method that it does not know.
    payMethod: draft.payMethod as PayMethod | '',
    offerType: draft.offerType,
    token: draft.quoteToken,
    ...sender,
    intercept: 2,
  };
}

/**
 * Asks a new quote for the same purchase and keeps its token and amounts in the draft. Throws CallError, or an
 * AbortError when the signal was used; the draft then stays as it was.
 */
export async function renewQuote(draft: Draft, signal?: AbortSignal): Promise<Quote> {
  const sender = { partnerId: rememberedPartner(), ...inquiryReferences() };
  const quote = await call('offerInquiry', inquiryOf(draft, sender), { signal, navigational: true });
  signal?.throwIfAborted();
  updateDraft(amountsOf(quote));
  return quote;
}

/** The part of a quote that the draft keeps. */
export function amountsOf(quote: Quote) {
  return {
    quoteToken: quote.token,
    quoteExpireTime: quote.expireTime,
    sendCurrencyAmount: quote.sendCurrencyAmount,
    getCurrencyAmount: quote.getCurrencyAmount,
    payMethod: quote.payMethod,
  };
}

/** Whether the buyer has chosen what to buy: without that a screen after Edit has nothing to show. */
export function hasPurchase(draft: Draft): boolean {
  const asked = draft.side === 'Pay' ? draft.sendCurrencyAmount : draft.getCurrencyAmount;
  return draft.sendCurrency !== '' && draft.getCurrency !== '' && asked !== '';
}

/** The two amounts of a purchase as a buyer sees them. A draft and a quote both are one. */
export type ShownAmounts = Pick<Quote, 'sendCurrency' | 'sendCurrencyAmount' | 'getCurrency' | 'getCurrencyAmount'>;

/** Whether the buyer would pay or get another amount than the one that was last shown. */
export function amountChanged(shown: ShownAmounts, quoted: ShownAmounts): boolean {
  return (
    !sameAmount(shown.sendCurrencyAmount, quoted.sendCurrencyAmount) ||
    !sameAmount(shown.getCurrencyAmount, quoted.getCurrencyAmount)
  );
}

/**
 * Whether the buyer is asked before an order is made. What is priced at its receipt is an estimate until then: there only
 * the amount to pay is agreed to.
 */
export function agreementNeeded(shown: ShownAmounts & Pick<Draft, 'payMethod'>, quoted: ShownAmounts): boolean {
  if (traitsIfAny(shown.payMethod)?.priced !== 'at_receipt') return amountChanged(shown, quoted);
  return !sameAmount(shown.sendCurrencyAmount, quoted.sendCurrencyAmount);
}

/** `100` and `100.00` are the same; an amount that is not known yet is none. */
function sameAmount(a: string, b: string): boolean {
  return a === b || (a !== '' && b !== '' && compare(parseDecimal(a), parseDecimal(b)) === 0);
}
