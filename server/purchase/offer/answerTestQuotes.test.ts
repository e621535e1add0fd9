import type { TestInquiry } from '@slipway/contract/entities/console/testQuote.ts';
import { createZeroAmount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import type { OfferAnswer, OfferProvider, OfferRequest } from '../../providers/offers/offerPort.ts';
import { answerTestQuotes } from './answerTestQuotes.ts';
import { deleteOldTestQuotes, enqueueTestQuote, listLastTestQuotes } from './testQuoteStore.ts';

const { catalog } = seededSettings();
const { database } = await openOwnDatabase();
const operator = roleDatabase(database, 'operator');
const worker = roleDatabase(database, 'worker');
const euro = fiatAsset('EUR');
const ether = catalog.cryptos.get('ETH')?.asset ?? euro;
const INQUIRY: TestInquiry = {
  pay: '250.00',
  payCurrency: 'EUR',
  crypto: 'ETH',
  method: 'credit_debit_card',
  country: 'DE',
};

beforeEach(() => database.run(sql`delete from test_quotes`));
afterEach(() => void vi.restoreAllMocks());

function answerQuotes(quote: OfferProvider['quote']) {
  const offerProviders = new Map([['swift', { quote } as OfferProvider]]);
  return answerTestQuotes({ database: worker, catalog, offerProviders, log: createLog('silent') });
}

/** Ends the pause after the last answer. */
const endPause = () => database.run(sql`update test_quotes set answered_at = answered_at - interval '11 seconds'`);

async function findAnswer(quote: OfferProvider['quote'], provider = 'swift', question = INQUIRY) {
  await endPause();
  await enqueueTestQuote(operator, provider, 'sam', question);
  await answerQuotes(quote);
  return (await listLastTestQuotes(operator)).find((one) => one.provider === provider);
}

test('requests an offer as buyers do, and stores its figures and duration', async () => {
  const questions: OfferRequest[] = [];
  const last = await findAnswer(async (question) => {
    questions.push(question);
    return {
      kind: 'ok',
      value: {
        pay: parseAmount(euro, '250'),
        receive: parseAmount(ether, '0.075'),
        processingFee: parseAmount(euro, '9.75'),
        networkFee: createZeroAmount(euro),
        affiliateFee: parseAmount(euro, '2.5'),
        publishedMinutes: 10,
        identity: 'basic',
        needsAccount: false,
      },
    };
  });
  expect(questions).toMatchObject([
    { side: 'Pay', amount: { units: 25_000n }, coin: { symbol: 'ETH' }, method: 'credit_debit_card', country: 'DE' },
  ]);
  expect(last).toMatchObject({
    requestedBy: 'sam',
    question: INQUIRY,
    answer: {
      kind: 'ok',
      pay: '250.00',
      receive: '0.075000000000000000',
      processingFee: '9.75',
      networkFee: '0.00',
      affiliateFee: '2.50',
    },
  });
  expect(last?.milliseconds).toBeGreaterThanOrEqual(0);
});

test.each<[string, OfferAnswer, object]>([
  [
    'a refusal with its limit',
    { kind: 'refused', reason: 'above_maximum', limit: parseAmount(euro, '200'), detail: 'at most 200' },
    { kind: 'refused', reason: 'above_maximum', limit: '200.00', detail: 'at most 200' },
  ],
  ['no answer', { kind: 'unavailable', detail: 'HTTP 503' }, { kind: 'unavailable', detail: 'HTTP 503' }],
])('stores %s unchanged', async (_what, answer, kept) => {
  expect((await findAnswer(async () => answer))?.answer).toEqual(kept);
});

test('stores every failure, and an unknown provider or crypto, as unavailable', async () => {
  const failed = { kind: 'unavailable', detail: 'the request failed: see the log of the worker' };
  const secret = new Error('https://api.example/?key=secret');
  expect((await findAnswer(() => Promise.reject(secret)))?.answer).toEqual(failed);
  const atOnce: OfferProvider['quote'] = () => {
    throw secret;
  };
  expect((await findAnswer(atOnce))?.answer).toEqual(failed);
  // A row written to the table directly may contain an invalid amount.
  expect((await findAnswer(() => Promise.reject(secret), 'swift', { ...INQUIRY, pay: '1.001' }))?.answer).toEqual(
    failed,
  );

  const ending = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(ending.signal);
  const hanging = await findAnswer(() => {
    queueMicrotask(() => ending.abort());
    return new Promise(() => undefined);
  });
  expect(hanging?.answer).toEqual({ kind: 'unavailable', detail: 'no answer within 10 seconds' });

  const never = () => Promise.reject(new Error('the provider was queried'));
  expect((await findAnswer(never, 'stranger'))?.answer).toMatchObject({
    kind: 'unavailable',
    detail: expect.stringMatching(/no access to this provider/),
  });
  expect((await findAnswer(never, 'swift', { ...INQUIRY, crypto: 'GONE' }))?.answer).toMatchObject({
    detail: expect.stringMatching(/no longer in the catalog/),
  });
});

test('allows one open test quote per provider, takes it over from a dead worker, and requires a pause', async () => {
  await endPause();
  const first = (await enqueueTestQuote(operator, 'swift', 'sam', INQUIRY)) ?? 0;
  expect(await enqueueTestQuote(operator, 'swift', 'vera', { ...INQUIRY, pay: '9.00' })).toBe(first);
  await database.run(
    sql`update test_quotes set started_at = clock_timestamp() - interval '50 seconds' where id = ${first}`,
  );
  const quote = vi.fn<OfferProvider['quote']>(async () => ({ kind: 'unavailable', detail: 'away' }));
  await answerQuotes(quote);
  expect(quote).not.toHaveBeenCalled();
  await database.run(
    sql`update test_quotes set started_at = clock_timestamp() - interval '61 seconds' where id = ${first}`,
  );
  await answerQuotes(quote);
  await answerQuotes(quote);
  expect(quote).toHaveBeenCalledTimes(1);
  expect(await enqueueTestQuote(operator, 'swift', 'sam', INQUIRY)).toBeUndefined();
  await endPause();
  expect(await enqueueTestQuote(operator, 'swift', 'sam', INQUIRY)).toBeGreaterThan(first);
});

test('deletes test quotes a month after their answer, but no open ones', async () => {
  await findAnswer(async () => ({ kind: 'unavailable', detail: 'away' }), 'forgotten');
  await endPause();
  await enqueueTestQuote(operator, 'swift', 'sam', INQUIRY);
  await database.run(
    sql`update test_quotes set answered_at = answered_at - interval '31 days' where answer is not null`,
  );
  await deleteOldTestQuotes(worker);
  expect(await listLastTestQuotes(operator)).toMatchObject([{ provider: 'swift', answer: null }]);
});
