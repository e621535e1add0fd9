import { consoleCalls } from '@slipway/contract/consoleCalls.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { readActiveSubscriptions } from '../../notification/push/pushStore.ts';
import { ConsoleRefusal, openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { request: sample } = consoleCalls.subscribePush.example;
const buildSubscription = (name: string) => ({ ...sample, endpoint: `https://push.example.net/${name}` });

async function logInAs(name: string) {
  const visitor = world.createVisitor(name);
  await visitor.logIn();
  return visitor;
}

test('a person adds, lists and ends their own browsers, without secrets, and each change is audited', async () => {
  const tess = await logInAs('tess');
  expect(await tess.call('pushKey', {})).toEqual({ key: world.context.pushKey });
  const { id } = await tess.call('subscribePush', buildSubscription('one'));
  await tess.call('subscribePush', buildSubscription('two'));
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

test('a person sees only their own browsers, and the last to subscribe owns a browser', async () => {
  const [vera, dora] = [await logInAs('vera'), await logInAs('dora')];
  const { id } = await vera.call('subscribePush', buildSubscription('shared'));
  expect((await dora.call('pushList', {})).list).toEqual([]);
  await expect(dora.call('unsubscribePush', { id })).rejects.toThrow(/not_found/);
  await dora.call('subscribePush', buildSubscription('shared'));
  expect((await vera.call('pushList', {})).list).toEqual([]);
  expect((await readActiveSubscriptions(world.database)).get('dora')).toHaveLength(1);
});

test('refuses an address without TLS or with a password, and invalid keys', async () => {
  const cleo = await logInAs('cleo');
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

test('allows ten browsers, and counts a repeated subscription once', async () => {
  const sam = await logInAs('sam');
  for (let number = 0; number < 10; number++) await sam.call('subscribePush', buildSubscription(`sam${number}`));
  await expect(sam.call('subscribePush', buildSubscription('sam10'))).rejects.toThrow(/disable one of them first/);
  await sam.call('subscribePush', buildSubscription('sam9'));
  expect((await sam.call('pushList', {})).list).toHaveLength(10);
});

test('the console’s database role cannot read the endpoints', async () => {
  await expect(world.context.database.many(sql`select endpoint from push_subscriptions`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(world.context.database.run(sql`update push_subscriptions set person = 'vera'`)).rejects.toThrow(
    /permission denied/,
  );
});

test('the page policy allows push.js, and no other worker or script', async () => {
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
