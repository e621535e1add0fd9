import { describe, expect, test } from 'vitest';
import { type Inquiry, idleQuote, type QuoteEvent, type QuoteState, quoteReducer } from './quoteReducer.ts';
import { sampleQuote } from './sampleQuote.ts';

const inquiry: Inquiry = {
  side: 'Pay',
  amount: '100',
  sendCurrency: 'EUR',
  getCurrency: 'BTC',
  payMethod: '',
  offerType: '',
};
const refusal = { place: 'pay', message: { key: 'error.pay_amount_missing' }, retryable: false } as const;

function after(...events: QuoteEvent[]): QuoteState {
  return events.reduce(quoteReducer, idleQuote);
}
const requested: QuoteEvent = { type: 'asked', inquiry };
const answered: QuoteEvent = { type: 'answered', request: 1, quote: sampleQuote, secondsLeft: 60 };

describe('a quote', () => {
  test('is loading when requested, then live with its remaining seconds', () => {
    expect(after(requested)).toMatchObject({ status: 'loading', inquiry, request: 1 });
    expect(after(requested, answered)).toMatchObject({ status: 'live', quote: sampleQuote, secondsLeft: 60 });
  });

  test('counts the seconds down and expires at zero', () => {
    expect(after(requested, answered, { type: 'ticked', secondsLeft: 1 })).toMatchObject({
      status: 'live',
      secondsLeft: 1,
    });
    expect(after(requested, answered, { type: 'ticked', secondsLeft: 0 })).toMatchObject({
      status: 'expired',
      inquiry,
    });
  });

  test('loses its figures, its countdown and its error with a new request', () => {
    const state = after(requested, answered, { type: 'asked', inquiry: { ...inquiry, amount: '200' } });
    expect(state).toEqual({ status: 'loading', inquiry: { ...inquiry, amount: '200' }, request: 2 });
    const refused: QuoteEvent = { type: 'refused', request: 1, refusal };
    expect(after(requested, refused, requested)).toEqual({ status: 'loading', inquiry, request: 2 });
  });

  test('ignores the response to an earlier request', () => {
    const second = { ...inquiry, amount: '200' };
    expect(after(requested, { type: 'asked', inquiry: second }, answered)).toMatchObject({
      status: 'loading',
      inquiry: second,
    });
  });

  test('ignores the refusal of an earlier request', () => {
    const late: QuoteEvent = { type: 'refused', request: 1, refusal };
    expect(after(requested, { type: 'asked', inquiry }, late)).toMatchObject({ status: 'loading', request: 2 });
  });

  test('stops its countdown at an invalid entry', () => {
    const stopped = after(requested, answered, { type: 'stopped', inquiry, refusal });
    expect(stopped).toMatchObject({ status: 'refused', refusal });
    expect(quoteReducer(stopped, { type: 'ticked', secondsLeft: 5 })).toBe(stopped);
  });

  test('ignores a response that arrives after an invalid entry', () => {
    expect(after(requested, { type: 'stopped', inquiry, refusal }, answered)).toMatchObject({ status: 'refused' });
  });

  test('is live for one second if it arrives expired', () => {
    expect(after(requested, { ...answered, secondsLeft: 0 })).toMatchObject({ status: 'live', secondsLeft: 1 });
  });

  test('is kept when another method is chosen, which changes only the inquiry', () => {
    const state = after(requested, answered, { type: 'method_chosen', payMethod: 'bank_transfer' });
    expect(state).toMatchObject({ status: 'live', quote: sampleQuote, inquiry: { payMethod: 'bank_transfer' } });
    expect(quoteReducer(idleQuote, { type: 'method_chosen', payMethod: 'bank_transfer' })).toBe(idleQuote);
  });
});
