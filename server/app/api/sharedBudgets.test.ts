import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callBudgets } from '../../platform/http/limits/rateLimits.ts';
import { recordSqlStatements } from './recordSqlStatements.testing.ts';
import { etherInquiry, openOwnGateway } from './testGateway.testing.ts';

const firstGateway = await openOwnGateway({ rateLimits: true });
const secondGateway = await openOwnGateway({ rateLimits: true, sharedDatabaseUrl: firstGateway.databaseUrl });

// Freezes the time, so that the budgets' windows do not end on a busy machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('counts logins of one client over all processes', async () => {
  const { points } = callBudgets.get('login') ?? { points: 0 };
  const tries = { email: 'anna@example.com', code: '000000' };
  const first = await Promise.all(Array.from({ length: points }, () => firstGateway.post('login', tries)));
  expect(first.map(({ status }) => status)).not.toContain(429);
  const refused = await secondGateway.post('login', tries);
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
});

test('limits guesses of order numbers over all processes', async () => {
  const look = { orderNo: '7KQ2M4XD9TAB4' };
  const call = 'orderDetail';
  const first = await Promise.all(Array.from({ length: 30 }, () => firstGateway.post(call, look)));
  expect(new Set(first.map(({ body }) => body.respCode))).toEqual(
    new Set([(await secondGateway.post(call, look)).body.respCode]),
  );
  expect((await secondGateway.post(call, look)).status).toBe(429);
});

test('answers a quote and the lists without the database', async () => {
  await firstGateway.post('offerInquiry', etherInquiry);
  const listStatements = recordSqlStatements();
  const quote = await firstGateway.post('offerInquiry', etherInquiry);
  expect(quote.body.respCode).toBe('200');
  for (const list of ['payList', 'getList']) expect((await firstGateway.post(list, {})).status).toBe(200);
  expect(listStatements()).toEqual([]);
});
