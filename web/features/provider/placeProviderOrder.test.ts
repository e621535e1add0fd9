import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../../api/callError.ts';
import { emptyDraft, getDraft, updateDraft } from '../draft/draft.ts';
import { placeProviderOrder } from './placeProviderOrder.ts';

const made = { orderNo: '7KQ2M4XD9TAB3', service: 'Ramp', nextStepContent: 'https://ramp.example', serviceLogoUrl: '' };

function answerOrder(envelope: object): void {
  vi.stubGlobal('fetch', async () => Response.json(envelope));
}

function createMemoryStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', createMemoryStorage());
  vi.stubGlobal('localStorage', createMemoryStorage());
  updateDraft({ ...emptyDraft, offerType: 'ramp', payMethod: 'credit_debit_card', quoteToken: 'q1' });
});
afterEach(() => vi.unstubAllGlobals());

test('an order at another provider leads to Wait Payment', async () => {
  answerOrder({ respCode: '200', respMessage: '', data: made });
  expect(await placeProviderOrder(getDraft())).toBe('/wait-payment?orderNo=7KQ2M4XD9TAB3');
  expect(getDraft()).toMatchObject({
    orderNo: made.orderNo,
    quoteToken: '',
    nextStepContent: made.nextStepContent,
  });
});

test.each([
  { respCode: '200', data: made },
  { respCode: '509', data: null },
])('the message of a $respCode answer is thrown', async (envelope) => {
  answerOrder({ ...envelope, respMessage: 'We are closed today' });
  const failure = await placeProviderOrder(getDraft()).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CallError);
  expect(failure).toMatchObject({ respCode: envelope.respCode, message: 'We are closed today' });
  expect(getDraft()).toMatchObject({ orderNo: '', quoteToken: 'q1' });
});

test('an order that differs from its partner session ends the purchase', async () => {
  answerOrder({ respCode: '509', respMessage: '', data: { error: 'session_fixed', facts: {} } });
  expect(await placeProviderOrder(getDraft())).toMatch(/^\/session-refused/);
  expect(getDraft()).toEqual(emptyDraft);
});
