import type { CallData } from '@slipway/contract/calls.ts';
import type { Inquiry } from '@slipway/contract/firstQuote.ts';
import type { FieldRefusal } from './quoteRules.ts';

export type { Inquiry };
export type Quote = CallData<'offerInquiry'>;

/** The side whose amount the buyer typed. */
export type Side = 'Pay' | 'Get';

/** `request` numbers the requests, so that a late answer to an earlier one is ignored. */
export type QuoteState =
  | { readonly status: 'idle'; readonly inquiry: null; readonly request: 0 }
  | { readonly status: 'loading'; readonly inquiry: Inquiry; readonly request: number }
  | {
      readonly status: 'live';
      readonly inquiry: Inquiry;
      readonly request: number;
      readonly quote: Quote;
      readonly secondsLeft: number;
    }
  | { readonly status: 'expired'; readonly inquiry: Inquiry; readonly request: number; readonly quote: Quote }
  | {
      readonly status: 'refused';
      readonly inquiry: Inquiry;
      readonly request: number;
      readonly refusal: FieldRefusal;
    };

export type QuoteEvent =
  | { readonly type: 'asked'; readonly inquiry: Inquiry }
  | { readonly type: 'answered'; readonly request: number; readonly quote: Quote; readonly secondsLeft: number }
  | { readonly type: 'refused'; readonly request: number; readonly refusal: FieldRefusal }
  /** The buyer's entry is invalid; no request was sent. */
  | { readonly type: 'stopped'; readonly inquiry: Inquiry; readonly refusal: FieldRefusal }
  | { readonly type: 'ticked'; readonly secondsLeft: number }
  | { readonly type: 'method_chosen'; readonly payMethod: string };

export const idleQuote: QuoteState = { status: 'idle', inquiry: null, request: 0 };

/** Returns the state of a quote after an event. `useQuote` runs the timers and requests. */
export function quoteReducer(state: QuoteState, event: QuoteEvent): QuoteState {
  switch (event.type) {
    case 'asked':
      return { status: 'loading', inquiry: event.inquiry, request: state.request + 1 };
    case 'stopped':
      return { status: 'refused', inquiry: event.inquiry, request: state.request + 1, refusal: event.refusal };
    case 'answered': {
      if (state.status !== 'loading' || state.request !== event.request) return state;
      const { inquiry, request } = state;
      // A quote that arrives expired is shown for one tick; otherwise a wrong clock would cause an endless request
      // loop.
      return { status: 'live', inquiry, request, quote: event.quote, secondsLeft: Math.max(1, event.secondsLeft) };
    }
    case 'refused': {
      if (state.status !== 'loading' || state.request !== event.request) return state;
      return { status: 'refused', inquiry: state.inquiry, request: state.request, refusal: event.refusal };
    }
    case 'ticked': {
      if (state.status !== 'live') return state;
      const { inquiry, request, quote } = state;
      if (event.secondsLeft <= 0) return { status: 'expired', inquiry, request, quote };
      return { ...state, secondsLeft: event.secondsLeft };
    }
    case 'method_chosen': {
      if (state.inquiry === null) return state;
      return { ...state, inquiry: { ...state.inquiry, payMethod: event.payMethod } };
    }
  }
}
