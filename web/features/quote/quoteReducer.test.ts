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
const asked: QuoteEvent = { type: 'asked', inquiry };
const answered: QuoteEvent = { type: 'answered', request: 1, quote: sampleQuote, secondsLeft: 60 };

describe('the life of a quote', () => {
  test('asked, then live with its seconds', () => {
    expect(after(asked)).toMatchObject({ status: 'loading', inquiry, request: 1 });
    expect(after(asked, answered)).toMatchObject({ status: 'live', quote: sampleQuote, secondsLeft: 60 });
  });

  test('the seconds run down, at zero it has expired', () => {
    expect(after(asked, answered, { type: 'ticked', secondsLeft: 1 })).toMatchObject({
      status: 'live',
      secondsLeft: 1,
    });
    expect(after(asked, answered, { type: 'ticked', secondsLeft: 0 })).toMatchObject({ status: 'expired', inquiry });
  });

  test('a new question leaves no figures and no countdown', () => {
    const state = after(asked, answered, { type: 'asked', inquiry: { ...inquiry, amount: '200' } });
    expect(state).toEqual({ status: 'loading', inquiry: { ...inquiry, amount: '200' }, request: 2 });
  });

  test('the answer to an earlier question changes nothing', () => {
    const second = { ...inquiry, amount: '200' };
    expect(after(asked, { type: 'asked', inquiry: second }, answered)).toMatchObject({
      status: 'loading',
      inquiry: second,
    });
  });

  test('neither does its refusal', () => {
    const late: QuoteEvent = { type: 'refused', request: 1, refusal };
    expect(after(asked, { type: 'asked', inquiry }, late)).toMatchObject({ status: 'loading', request: 2 });
  });

  test('an error stops the countdown', () => {
    const stopped = after(asked, answered, { type: 'stopped', inquiry, refusal });
    expect(stopped).toMatchObject({ status: 'refused', refusal });
    expect(quoteReducer(stopped, { type: 'ticked', secondsLeft: 5 })).toBe(stopped);
  });

  test('an answer that comes after the buyer made an entry at fault stays out', () => {
    expect(after(asked, { type: 'stopped', inquiry, refusal }, answered)).toMatchObject({ status: 'refused' });
  });

  test('a quote that arrives expired shows for a tick before it is asked again', () => {
    expect(after(asked, { ...answered, secondsLeft: 0 })).toMatchObject({ status: 'live', secondsLeft: 1 });
  });

  test('another method keeps the quote and goes with the next question', () => {
    const state = after(asked, answered, { type: 'method_chosen', payMethod: 'bank_transfer' });
    expect(state).toMatchObject({ status: 'live', quote: sampleQuote, inquiry: { payMethod: 'bank_transfer' } });
    expect(quoteReducer(idleQuote, { type: 'method_chosen', payMethod: 'bank_transfer' })).toBe(idleQuote);
  });
});
