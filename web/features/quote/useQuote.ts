import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { call, takeAnswer } from '../../api/call.ts';
import { isAbort } from '../../api/callError.ts';
import { useAskAgain } from '../../api/useAskAgain.ts';
import type { Editing } from '../../ui/amountInput.ts';
import { type InquiryContext, inquiryRequest } from './inquiryRequest.ts';
import { quoteSecondsLeft } from './quoteLife.ts';
import { type Inquiry, idleQuote, type Quote, type QuoteState, quoteReducer, type Side } from './quoteReducer.ts';
import { type FieldRefusal, refusalOf } from './quoteRules.ts';

const TICK_MS = 1000;

export type QuoteControl = {
  readonly state: QuoteState;
  /** Asks for a quote, or stops with the refusal that `check` gives. An earlier question is aborted. */
  readonly ask: (inquiry: Inquiry) => void;
  /** Shows another method's figures of the same quote; the next renewal asks for that method. */
  readonly chooseMethod: (payMethod: string) => void;
  /** An amount is being typed, or cannot be read: the quote is the former one, and no renewal takes the field away. */
  readonly editing: Editing;
  readonly setEditing: (side: Side, editing: Editing) => void;
};

/** A quote that renews itself. `check` says what is wrong with an inquiry before the server is asked. */
export function useQuote(context: InquiryContext, check: (inquiry: Inquiry) => FieldRefusal | null): QuoteControl {
  const [state, dispatch] = useReducer(quoteReducer, idleQuote);
  const [edits, setEdits] = useState<Readonly<Record<Side, Editing>>>({ Pay: false, Get: false });
  const sides = [edits.Pay, edits.Get];
  const editing = sides.includes('unreadable') ? 'unreadable' : sides.includes('typing') && 'typing';
  const setEditing = (side: Side, of: Editing) => setEdits((before) => ({ ...before, [side]: of }));
  const pending = useRef<AbortController | null>(null);
  const lastRequest = useRef(0);
  const former = useRef(context.token ?? '');

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
    const answered = (quote: Quote) => {
      former.current = quote.token;
      dispatch({ type: 'answered', request, quote, secondsLeft: quoteSecondsLeft(quote.expireTime) });
    };
    const message = inquiryRequest(inquiry, { ...context, token: former.current });
    const ready = takeAnswer('offerInquiry', message);
    if (ready) {
      answered(ready.data);
      return;
    }
    call('offerInquiry', message, { signal: abort.signal }).then(answered, (error: unknown) => {
      if (!isAbort(error)) dispatch({ type: 'refused', request, refusal: refusalOf(error) });
    });
  };

  useEffect(() => () => pending.current?.abort(), []);

  const expireTime = state.status === 'live' ? state.quote.expireTime : null;
  useEffect(() => {
    if (expireTime === null) return undefined;
    const tick = () => dispatch({ type: 'ticked', secondsLeft: quoteSecondsLeft(expireTime) });
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
  const due = state.status === 'expired' && !editing;
  useEffect(() => {
    if (!due) return undefined;
    renew();
    // A hidden page asks again when it becomes visible.
    document.addEventListener('visibilitychange', renew);
    return () => document.removeEventListener('visibilitychange', renew);
  }, [due]);

  const missed = state.status === 'refused' && 'error' in state.refusal.message ? state.refusal.message.error : null;
  useAskAgain(editing ? null : missed, () => state.inquiry && ask(state.inquiry));

  return {
    state,
    ask: (inquiry) => {
      // The answer takes the place of what was typed on the other side.
      setEditing(inquiry.side === 'Pay' ? 'Get' : 'Pay', false);
      ask(inquiry);
    },
    chooseMethod: (payMethod) => dispatch({ type: 'method_chosen', payMethod }),
    editing,
    setEditing,
  };
}
