import sql from 'sql-template-tag';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DATABASE_FREE_CALLS, MAX_LATE_MS, MAX_WAITING } from '../../platform/http/overload/loadShedding.ts';
import { recordSqlStatements } from './recordSqlStatements.testing.ts';
import { etherInquiry, openOwnGateway, type TestAnswer } from './testGateway.testing.ts';

const pressure = { late: 0, waiting: 0, everyOther: false };
const gateway = await openOwnGateway({
  pressure: {
    lateMs() {
      if (pressure.everyOther) pressure.late = pressure.late === 0 ? MAX_LATE_MS + 1 : 0;
      return pressure.late;
    },
    waiting: () => pressure.waiting,
  },
});

afterEach(() => {
  Object.assign(pressure, { late: 0, waiting: 0 });
  vi.restoreAllMocks();
});

const summarizeRefusal = ({ status, headers, body }: TestAnswer) => [status, headers['retry-after'], body.respCode];
const OVERLOADED = [503, '2', '503'];

describe('an overloaded process', () => {
  test('refuses calls with Retry-After before doing any work', async () => {
    pressure.late = MAX_LATE_MS + 1;
    const listStatements = recordSqlStatements();
    for (const call of ['sendCode', 'cryptoOrder', 'offerInquiry', 'nonesuch'])
      expect(summarizeRefusal(await gateway.post(call, {}))).toEqual(OVERLOADED);
    expect(listStatements()).toEqual([]);
    const answer = await gateway.post('login', {});
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    const partners = await gateway.app.inject({ method: 'GET', url: '/gateway/partner/orders' });
    expect(partners.statusCode).toBe(503);
  });

  test('still serves payments, webhooks and metrics', async () => {
    pressure.late = MAX_LATE_MS + 1;
    expect((await gateway.post('payOrder', {})).status).not.toBe(503);
    expect((await gateway.app.inject({ method: 'POST', url: '/webhooks/stripe', payload: '{}' })).statusCode).toBe(400);
    expect((await gateway.app.inject('/metrics')).statusCode).toBe(200);
  });

  test('serves again when it has caught up', async () => {
    pressure.late = MAX_LATE_MS;
    pressure.waiting = MAX_WAITING;
    expect((await gateway.post('sendCode', { email: 'anna@example.com' })).status).toBe(200);
  });
});

test('when the database is overloaded, answers only calls that do not need it', async () => {
  await gateway.post('offerInquiry', etherInquiry);
  pressure.waiting = MAX_WAITING + 1;
  expect(summarizeRefusal(await gateway.post('sendCode', { email: 'anna@example.com' }))).toEqual(OVERLOADED);
  const listStatements = recordSqlStatements();
  for (const call of DATABASE_FREE_CALLS)
    expect([call, (await gateway.post(call, call === 'offerInquiry' ? etherInquiry : {})).status]).toEqual([call, 200]);
  expect(listStatements()).toEqual([]);
});

const submission = {
  ...etherInquiry,
  payMethod: 'credit_debit_card',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
};

test('stores exactly the orders that it accepted', async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, () => gateway.fetchQuoteToken()));
  pressure.everyOther = true;
  const answers = await Promise.all(tokens.map((token) => gateway.post('coinOrder', { ...submission, token })));
  pressure.everyOther = false;
  const made = answers
    .filter(({ status }) => status === 200)
    .map(({ body }) => (body.data as { orderNo: string }).orderNo);
  expect([made.length, answers.filter(({ status }) => status === 503).length]).toEqual([10, 10]);
  const stored = await gateway.database.many<{ orderNo: string }>(sql`select order_no as "orderNo" from orders`);
  expect(stored.map(({ orderNo }) => orderNo).toSorted()).toEqual(made.toSorted());
});
