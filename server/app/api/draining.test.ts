import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { registerDraining } from '../../platform/http/overload/draining.ts';
import { openTestGateway } from './testGateway.testing.ts';

/** Opens a listening gateway with streams of order changes. */
async function openListeningGateway() {
  const gateway = await openTestGateway({ orderNews: { subscribe: () => () => undefined, stop: async () => {} } });
  const draining = registerDraining(gateway.app);
  const origin = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  const post = (call: string, body: object) =>
    fetch(`${origin}/gateway/buying/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { ...gateway, draining, origin, call: post };
}

test('finishes pending calls before the server stops', async () => {
  const { call, database, draining, origin, close } = await openListeningGateway();
  let stopped = false;
  let answer: Promise<Response> | undefined;
  await database.transaction(async (transaction) => {
    await transaction.run(sql`lock table login_codes`);
    answer = call('sendCode', { email: 'anna@example.com' });
    await expect
      .poll(() => database.one(sql`select count(*)::integer as count from pg_locks where not granted`))
      .toEqual({ count: 1 });
    void draining.stop(0).then(() => {
      stopped = true;
    });
    await expect.poll(() => fetch(`${origin}/metrics`).catch(() => 'refused')).toBe('refused');
    expect(stopped).toBe(false);
  });
  expect((await answer)?.status).toBe(200);
  await expect.poll(() => stopped).toBe(true);
  expect(await database.many(sql`select email from login_codes`)).toEqual([{ email: 'anna@example.com' }]);
  await close();
});

test('serves calls without keep-alive until the drain time is over, then accepts no connection', async () => {
  const { call, draining, close } = await openListeningGateway();
  const stopping = draining.stop(0.4);
  expect(draining.isStopping()).toBe(true);
  const answer = await call('payList', {});
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  await stopping;
  await expect(call('payList', {})).rejects.toThrow('fetch failed');
  await close();
});
