import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { waitFor } from '../../tools/patience/waitFor.testing.ts';
import {
  call,
  callForFile,
  callWithEnvelope,
  configureCalls,
  preloadCall,
  storeDocumentAnswers,
  takePreloadedAnswer,
} from './call.ts';
import { CallError, isAbort } from './callError.ts';
import { getServerTime } from './serverClock.ts';

type Sent = { path: string; body: unknown; signal: AbortSignal; answer: (response: Response) => void };
let sent: Sent[];
/** Requests whose answers a test does not await. */
const unawaited: Promise<unknown>[] = [];
/** No session and no confirmation. */
const anonymous = { authToken: () => undefined, react: () => false, confirm: async () => false };

function createEnvelope(body: object, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

function getFirstRequest(): Sent {
  const [request] = sent;
  if (!request) throw new Error('nothing was sent');
  return request;
}

beforeEach(() => {
  sent = [];
  configureCalls(anonymous);
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const signal = init.signal as AbortSignal;
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    sent.push({ path, body: JSON.parse(init.body as string), signal, answer: resolve });
    return promise;
  });
});
afterEach(async () => {
  // Answers pending requests, so that an identical request in the next test is not joined to them.
  for (const { answer } of sent) answer(createEnvelope({ respCode: '200', respMessage: '', data: null }));
  await Promise.all(unawaited.splice(0));
  vi.unstubAllGlobals();
});

describe('a response', () => {
  test('returns its data, or the whole envelope on request', async () => {
    const data = call('payList', { intercept: 2 });
    getFirstRequest().answer(createEnvelope({ respCode: '200', respMessage: '', data: [], normalCurrency: 'EUR' }));
    expect(await data).toEqual([]);
    expect(getFirstRequest()).toMatchObject({ path: '/gateway/buying/payList', body: { intercept: 2 } });

    const whole = callWithEnvelope('payList', {});
    sent[1]?.answer(createEnvelope({ respCode: '200', respMessage: '', data: [], normalCurrency: 'EUR' }));
    expect((await whole).normalCurrency).toBe('EUR');
  });

  test('returns a file, or throws the refusal if the server sends none', async () => {
    const receipt = { orderNo: '7KQ2M4XD9TAB3', format: 'pdf' } as const;
    const file = callForFile('orderReceipt', receipt);
    const headers = { 'content-disposition': 'attachment; filename="receipt.pdf"' };
    getFirstRequest().answer(new Response('%PDF-1.7', { headers }));
    expect(await (await file).text()).toBe('%PDF-1.7');

    const refused = callForFile('orderReceipt', receipt);
    sent[1]?.answer(
      createEnvelope({ respCode: '509', respMessage: '', data: { error: 'receipt_not_yet', facts: {} } }),
    );
    await expect(refused).rejects.toMatchObject({ detail: { error: 'receipt_not_yet' } });
  });

  test('throws an error with all its fields if the respCode is not 200', async () => {
    const refused = call('getallcountry', {});
    const detail = { error: 'fault', facts: { reference: 'A1' } };
    getFirstRequest().answer(
      createEnvelope({ respCode: '599', respMessage: 'Something went wrong', data: detail }, 500),
    );
    await expect(refused).rejects.toMatchObject({
      respCode: '599',
      respMessage: 'Something went wrong',
      status: 500,
      detail,
    });
  });

  test('is reported as missing if it is not an envelope', async () => {
    const broken = call('getallcountry', {});
    getFirstRequest().answer(new Response('<html>'));
    await expect(broken).rejects.toMatchObject({ respCode: 'network' });
  });
});

test('a call sends the login token if there is one', () => {
  configureCalls({ ...anonymous, authToken: () => 'token' });
  unawaited.push(call('getallcountry', {}));
  expect(getFirstRequest().body).toEqual({ authToken: 'token' });
});

test('does not navigate if the page is left while its failed call waits for the connection', async () => {
  const react = vi.fn(() => true);
  configureCalls({ ...anonymous, react });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = new AbortController();
  const failed = call('payList', {}, { signal: page.signal, navigational: true });
  const outcome = failed.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1);
  page.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isAbort(await outcome)).toBe(true);
  expect(react).not.toHaveBeenCalled();
});

test('marks an error as handled for the caller if the app’s handler has handled it', async () => {
  const handledCodes: string[] = [];
  configureCalls({ ...anonymous, react: (error) => handledCodes.push(error.respCode) > 0 });
  const denied = call('getList', {});
  getFirstRequest().answer(createEnvelope({ respCode: '5001', respMessage: 'no', data: null }));
  const error = await denied.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CallError);
  expect((error as CallError).handled).toBe(true);
  expect(handledCodes).toEqual(['5001']);
});

describe('a call that requires a fresh proof of the buyer', () => {
  const createRefusal = () =>
    createEnvelope({ respCode: '509', respMessage: '', data: { error: 'confirmation_needed', facts: {} } });

  test('is sent again after the buyer has confirmed', async () => {
    configureCalls({ ...anonymous, confirm: async () => true });
    const deleted = call('delCreditCard', { cardId: 'card' });
    getFirstRequest().answer(createRefusal());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toEqual(getFirstRequest().body);
    sent[1]?.answer(createEnvelope({ respCode: '200', respMessage: '', data: {} }));
    expect(await deleted).toEqual({});
  });

  test('is refused if the buyer does not confirm', async () => {
    const refused = call('delCreditCard', { cardId: 'card' });
    getFirstRequest().answer(createRefusal());
    await expect(refused).rejects.toMatchObject({ handled: false, detail: { error: 'confirmation_needed' } });
    expect(sent).toHaveLength(1);
  });
});

describe('concurrent calls', () => {
  test('are sent once and get the same response if they are identical', async () => {
    const both = Promise.all([call('getallcountry', {}), call('getallcountry', {})]);
    expect(sent).toHaveLength(1);
    getFirstRequest().answer(createEnvelope({ respCode: '200', respMessage: '', data: { isBan: 0 } }));
    expect(await both).toEqual([{ isBan: 0 }, { isBan: 0 }]);
  });

  test('are sent separately if they differ', () => {
    unawaited.push(call('priceList', { token: 'a' }));
    unawaited.push(call('priceList', { token: 'b' }));
    expect(sent).toHaveLength(2);
  });

  test('keep their shared request when only one of them is aborted', async () => {
    const abort = new AbortController();
    const leaving = call('getallcountry', {}, { signal: abort.signal }).catch((reason: unknown) => reason);
    const staying = call('getallcountry', {}, { signal: new AbortController().signal });
    abort.abort();
    expect(isAbort(await leaving)).toBe(true);
    expect(getFirstRequest().signal.aborted).toBe(false);
    getFirstRequest().answer(createEnvelope({ respCode: '200', respMessage: '', data: { isBan: 0 } }));
    expect(await staying).toEqual({ isBan: 0 });
  });

  test('abort their shared request when the last of them is aborted, and the next identical call is sent again', async () => {
    const abort = new AbortController();
    const leaving = call('getallcountry', {}, { signal: abort.signal }).catch((reason: unknown) => reason);
    abort.abort();
    await leaving;
    expect(getFirstRequest().signal.aborted).toBe(true);
    unawaited.push(call('getallcountry', {}));
    expect(sent).toHaveLength(2);
  });
});

describe('a preloaded call', () => {
  const list = { intercept: 2, offerType: '' };
  const createPayListResponse = () =>
    createEnvelope({ respCode: '200', respMessage: '', data: [], normalCurrency: 'EUR' });

  test('answers the first identical call, even after its response has arrived, but not the second', async () => {
    const ahead = preloadCall('payList', list);
    getFirstRequest().answer(createPayListResponse());
    await ahead;
    expect(await callWithEnvelope('payList', list)).toMatchObject({ normalCurrency: 'EUR' });
    expect(sent).toHaveLength(1);
    unawaited.push(call('payList', list));
    expect(sent).toHaveLength(2);
  });

  test('uses a response that is embedded in the document, which also sets the clock', () => {
    const request = { ...list, offerType: 'sent along' };
    const answer = { respCode: '200', respMessage: '', data: [], normalCurrency: 'CHF' };
    const date = 'Thu, 26 Nov 2026 12:00:00 GMT';
    storeDocumentAnswers({ date, answers: [{ call: 'payList', request, answer }] }, 5_000);
    expect(getServerTime(7_000)).toBe(Date.parse(date) + 2_500);
    expect(takePreloadedAnswer('payList', request)).toEqual(answer);
    expect(takePreloadedAnswer('payList', request)).toBeUndefined();
    storeDocumentAnswers({ date, answers: [{ call: 'payList', request, answer }] }, Date.now());
    unawaited.push(preloadCall('payList', request));
    expect(sent).toHaveLength(0);
  });

  test('answers no different call, and none with another login', () => {
    unawaited.push(preloadCall('getList', list));
    unawaited.push(call('getList', { ...list, offerType: 'other' }));
    configureCalls({ ...anonymous, authToken: () => 'token' });
    unawaited.push(call('getList', list));
    expect(sent.map(({ body }) => body)).toEqual([
      list,
      { ...list, offerType: 'other' },
      { ...list, authToken: 'token' },
    ]);
  });

  test('is reported once if it failed, by the call that uses it', async () => {
    const refused = { ...list, offerType: 'refused' };
    const ahead = preloadCall('payList', refused);
    getFirstRequest().answer(createEnvelope({ respCode: '599', respMessage: '' }, 500));
    await expect(ahead).rejects.toThrow(CallError);
    const react = vi.fn(() => true);
    configureCalls({ ...anonymous, react });
    await expect(call('payList', refused)).rejects.toMatchObject({ handled: true });
    expect(react).toHaveBeenCalledOnce();
    expect(sent).toHaveLength(1);
  });

  test('is taken synchronously once after its response has arrived, not before', async () => {
    const request = { ...list, offerType: 'at once' };
    const ahead = preloadCall('payList', request);
    expect(takePreloadedAnswer('payList', request)).toBeUndefined();
    getFirstRequest().answer(createPayListResponse());
    await ahead;
    expect(takePreloadedAnswer('payList', request)).toMatchObject({ normalCurrency: 'EUR' });
    expect(takePreloadedAnswer('payList', request)).toBeUndefined();
  });

  test('is discarded if it is not taken in time', async () => {
    vi.useFakeTimers();
    const ahead = preloadCall('payList', { ...list, offerType: 'late' });
    getFirstRequest().answer(createPayListResponse());
    await ahead;
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    unawaited.push(call('payList', { ...list, offerType: 'late' }));
    expect(sent).toHaveLength(2);
  });
});
