import { afterEach, describe, expect, test, vi } from 'vitest';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import { configureCalls } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { submitPayment } from './submitPayment.ts';

const submission = {
  orderNo: '7KQ2M4XD9TAB3',
  submissionId: '2f1c7b0e-6a0c-4f6e-9f52-3f0f6f0a8f11',
  confirmationToken: 'ctoken_1',
};
const stored = { attemptId: 'att_1', triesLeft: 2 };
const resolveAtOnce = () => Promise.resolve();
const noWait = { sleep: resolveAtOnce, connected: resolveAtOnce };

type Answer = { readonly status: number; readonly body: object } | 'lost';

/** Answers in the given order; returns the request bodies. */
function simulateServer(...answers: Answer[]): string[] {
  const sent: string[] = [];
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    sent.push(body);
    const answer = answers.shift();
    if (answer === undefined || answer === 'lost') return Promise.reject(new TypeError('network'));
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
  });
  return sent;
}

const ok: Answer = { status: 200, body: { respCode: '200', respMessage: '', data: stored } };

afterEach(() => {
  configureCalls({ authToken: () => undefined, react: () => false, confirm: async () => false });
  vi.unstubAllGlobals();
});

describe('one press of Pay', () => {
  test('is sent again as the same attempt if the response is lost', async () => {
    const sent = simulateServer('lost', { status: 500, body: { respCode: '599', respMessage: '', data: null } }, ok);
    expect(await submitPayment(submission, noWait)).toEqual(stored);
    expect(sent).toHaveLength(3);
    expect(new Set(sent).size).toBe(1);
  });

  test('is sent again as the same attempt after the buyer has confirmed with a code', async () => {
    const needed = { respCode: '509', respMessage: '', data: { error: 'confirmation_needed', facts: {} } };
    const sent = simulateServer({ status: 200, body: needed }, ok);
    configureCalls({ authToken: () => undefined, react: () => false, confirm: async () => true });
    const saved = { orderNo: submission.orderNo, submissionId: submission.submissionId, cardId: 'card_1' };
    expect(await submitPayment(saved, noWait)).toEqual(stored);
    expect(sent).toEqual([JSON.stringify(saved), JSON.stringify(saved)]);
  });

  test('is not sent again if the buyer does not confirm', async () => {
    const needed = { respCode: '509', respMessage: '', data: { error: 'confirmation_needed', facts: {} } };
    const sent = simulateServer({ status: 200, body: needed }, ok);
    await expect(submitPayment(submission, noWait)).rejects.toMatchObject({ detail: { error: 'confirmation_needed' } });
    expect(sent).toHaveLength(1);
  });

  test('fails at once on a refusal', async () => {
    const refused = { respCode: '509', respMessage: 'no', data: { error: 'order_not_payable', facts: {} } };
    const sent = simulateServer({ status: 200, body: refused }, ok);
    await expect(submitPayment(submission, noWait)).rejects.toThrow(CallError);
    expect(sent).toHaveLength(1);
  });

  test('waits for the network and is sent again as the same attempt', async () => {
    const sent = simulateServer('lost', ok);
    const connection = Promise.withResolvers<void>();
    const paying = submitPayment(submission, { sleep: resolveAtOnce, connected: () => connection.promise });
    await waitFor(() => expect(sent).toHaveLength(1));
    connection.resolve();
    expect(await paying).toEqual(stored);
    expect(new Set(sent).size).toBe(1);
  });

  test('fails if no response arrives', async () => {
    const sent = simulateServer();
    await expect(submitPayment(submission, noWait)).rejects.toMatchObject({ respCode: 'network' });
    expect(sent).toHaveLength(4);
  });
});
