import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { call, takePreloadedAnswer } from '../../api/call.ts';
import { isAbort } from '../../api/callError.ts';
import { useRetryOnReconnect } from '../../api/useRetryOnReconnect.ts';
import type { EditState } from '../../ui/amount/amountInput.ts';
import { buildQuoteRequest, type InquiryContext } from './buildQuoteRequest.ts';
import { computeQuoteSecondsLeft } from './quoteLifetime.ts';
import { type Inquiry, idleQuote, type Quote, type QuoteState, quoteReducer, type Side } from './quoteReducer.ts';
import { type FieldRefusal, toFieldRefusal } from './quoteRules.ts';

const TICK_MS = 1000;

export type QuoteControl = {
  readonly state: QuoteState;
  /** Requests a quote, or sets the refusal that `check` returns. A pending request is aborted. */
  readonly ask: (inquiry: Inquiry) => void;
  /** Shows the same quote with another method; the next renewal requests that method. */
  readonly chooseMethod: (payMethod: string) => void;
  /** An amount is being typed or is unreadable: the previous quote is kept and no renewal changes the field. */
  readonly editing: EditState;
  readonly setEditing: (side: Side, editing: EditState) => void;
};

/** Provides a quote that renews itself. `check` validates an inquiry before it is sent. */
export function useQuote(context: InquiryContext, check: (inquiry: Inquiry) => FieldRefusal | null): QuoteControl {
  const [state, dispatch] = useReducer(quoteReducer, idleQuote);
  const [edits, setEdits] = useState<Readonly<Record<Side, EditState>>>({ Pay: false, Get: false });
  const sides = [edits.Pay, edits.Get];
  const editing = sides.includes('unreadable') ? 'unreadable' : sides.includes('typing') && 'typing';
  const setEditing = (side: Side, of: EditState) => setEdits((before) => ({ ...before, [side]: of }));
  const pending = useRef<AbortController | null>(null);
  const lastRequest = useRef(0);
  const previousToken = useRef(context.token ?? '');

  const ask = (inquiry: Inquiry) => {
    pending.current?.abort();
    lastRequest.current += 1;
    const refusal = check(inquiry);
    if (refusal) {
      dispatch({ type: 'stopped', inquiry, refusal });
      return;
    }
    dispatch({ type: 'asked', inquiry });
    const request = lastRequest.current;
    const abort = new AbortController();
    pending.current = abort;
    const handleAnswer = (quote: Quote) => {
      previousToken.current = quote.token;
      dispatch({ type: 'answered', request, quote, secondsLeft: computeQuoteSecondsLeft(quote.expireTime) });
    };
    const quoteRequest = buildQuoteRequest(inquiry, { ...context, token: previousToken.current });
    const ready = takePreloadedAnswer('offerInquiry', quoteRequest);
    if (ready) {
      handleAnswer(ready.data);
      return;
    }
    call('offerInquiry', quoteRequest, { signal: abort.signal }).then(handleAnswer, (error: unknown) => {
      if (!isAbort(error)) dispatch({ type: 'refused', request, refusal: toFieldRefusal(error) });
    });
  };

  useEffect(() => () => pending.current?.abort(), []);

  const expireTime = state.status === 'live' ? state.quote.expireTime : null;
  useEffect(() => {
    if (expireTime === null) return undefined;
    const tick = () => dispatch({ type: 'ticked', secondsLeft: computeQuoteSecondsLeft(expireTime) });
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [expireTime]);

  const renew = useEffectEvent(() => {
    if (state.status === 'expired' && !document.hidden) ask(state.inquiry);
  });
  const isRenewalDue = state.status === 'expired' && !editing;
  useEffect(() => {
    if (!isRenewalDue) return undefined;
    renew();
    // A hidden page renews when it becomes visible.
    document.addEventListener('visibilitychange', renew);
    return () => document.removeEventListener('visibilitychange', renew);
  }, [isRenewalDue]);

  const serverError =
    state.status === 'refused' && 'error' in state.refusal.message ? state.refusal.message.error : null;
  useRetryOnReconnect(editing ? null : serverError, () => state.inquiry && ask(state.inquiry));

  return {
    state,
    ask: (inquiry) => {
      // The answer replaces the amount typed on the other side.
      setEditing(inquiry.side === 'Pay' ? 'Get' : 'Pay', false);
      ask(inquiry);
    },
    chooseMethod: (payMethod) => dispatch({ type: 'method_chosen', payMethod }),
    editing,
    setEditing,
  };
}
