import { consoleCalls } from '@slipway/contract/consoleCalls.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { readActiveSubscriptions } from '../../notification/push/pushStore.ts';
import { ConsoleRefusal, openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { request: sample } = consoleCalls.subscribePush.example;
const phone = (name: string) => ({ ...sample, endpoint: `https://push.example.net/${name}` });

async function entered(name: string) {
  const visitor = world.visitor(name);
  await visitor.enter();
  return visitor;
}

test('a person has their own browsers woken, sees them without what opens them, and ends them; each is in the history', async () => {
  const tess = await entered('tess');
  expect(await tess.call('pushKey', {})).toEqual({ key: world.context.pushKey });
  const { id } = await tess.call('subscribePush', phone('one'));
  await tess.call('subscribePush', phone('two'));
  const { list } = await tess.call('pushList', {});
  expect(list).toHaveLength(2);
  expect(list.find((one) => one.id === id)).toMatchObject({ failedTries: 0, fault: null, goneAt: null });
  expect(JSON.stringify(list)).not.toContain('push.example.net');
  await tess.call('unsubscribePush', { id });
  expect((await tess.call('pushList', {})).list.map((one) => one.id)).not.toContain(id);
  const lines = await world.database.many(
    sql`select who, action, subject from audit_trail where action like 'push %' and subject = 'person tess' order by id`,
  );
  const line = { who: 'tess', subject: 'person tess' };
  expect(lines).toEqual([
    { ...line, action: 'push on' },
    { ...line, action: 'push on' },
    { ...line, action: 'push off' },
  ]);
});

test('nobody sees or ends the browsers of others; a browser is whose who said it last', async () => {
  const [vera, dora] = [await entered('vera'), await entered('dora')];
  const { id } = await vera.call('subscribePush', phone('shared'));
  expect((await dora.call('pushList', {})).list).toEqual([]);
  await expect(dora.call('unsubscribePush', { id })).rejects.toThrow(/not_found/);
  await dora.call('subscribePush', phone('shared'));
  expect((await vera.call('pushList', {})).list).toEqual([]);
  expect((await readActiveSubscriptions(world.database)).get('dora')).toHaveLength(1);
});

test('an address without TLS, with a password, or that is none, and keys that are none are refused', async () => {
  const cleo = await entered('cleo');
  for (const endpoint of ['http://push.example.net/1', 'https://a:b@push.example.net/1'])
    await expect(cleo.call('subscribePush', { ...sample, endpoint })).rejects.toThrow(/no https:/);
  for (const change of [
    { endpoint: 'file:///etc/passwd' },
    { keys: { ...sample.keys, auth: 'short' } },
    { keys: { ...sample.keys, p256dh: sample.keys.auth } },
  ])
    await expect(cleo.call('subscribePush', { ...sample, ...change })).rejects.toThrow(ConsoleRefusal);
  expect((await cleo.call('pushList', {})).list).toEqual([]);
});

test('ten browsers are enough; one that says it again is the same', async () => {
  const sam = await entered('sam');
  for (let number = 0; number < 10; number++) await sam.call('subscribePush', phone(`sam${number}`));
  await expect(sam.call('subscribePush', phone('sam10'))).rejects.toThrow(/disable one of them first/);
  await sam.call('subscribePush', phone('sam9'));
  expect((await sam.call('pushList', {})).list).toHaveLength(10);
});

test('the console itself cannot read what opens the way to a phone', async () => {
  await expect(world.context.database.many(sql`select endpoint from push_subscriptions`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(world.context.database.run(sql`update push_subscriptions set person = 'vera'`)).rejects.toThrow(
    /permission denied/,
  );
});

test('the pages let push.js run, by its one policy, and no other worker or script', async () => {
  const { headers } = await world.app.inject({ url: '/healthz' });
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "worker-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types slipway-worker',
    ]),
  );
});
