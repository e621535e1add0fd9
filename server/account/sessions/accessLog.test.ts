import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { loginsCommand } from '../../operator/commandLine/loginsCommand.ts';
import { createCommandContext } from '../../operator/persons/testPersons.testing.ts';
import { advanceClock, openTestBrowser, resetClockAfterEach } from '../testBrowser.testing.ts';
import { createAccessLog } from './accessLog.ts';
import { type AccessEntry, deleteOldAccessLog, readAccessLog } from './accessLogStore.ts';

const gateway = await openOwnGateway({ trustedProxies: ['127.0.0.1'] });
resetClockAfterEach(gateway);
const { database } = gateway;
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const DAY = 24 * 3600;

const readEntries = (name: string) => readAccessLog(database, name, 100);

/** Waits for this many entries, which are written shortly after the answers, and returns them, logins first. */
async function waitForEntries(name: string, count: number): Promise<AccessEntry[]> {
  await waitFor(async () => expect(await readEntries(name)).toHaveLength(count));
  return (await readEntries(name)).toSorted((one, other) => one.kind.localeCompare(other.kind));
}

describe('the access log', () => {
  test('records logins and failed logins with network and kind of device, without the code; `logins` lists them', async () => {
    const email = 'logged@example.com';
    const browser = openTestBrowser(gateway, { 'x-forwarded-for': '2a00:1450:4001:81b::200e', 'user-agent': ANDROID });
    await browser.post('sendCode', { email });
    const code = await browser.newestCode(email);
    const wrong = code === '000000' ? '000001' : '000000';
    await browser.post('login', { email, code: wrong });
    await browser.post('login', { email, code });
    const client = '2a00:1450:4001:81b::/64';
    expect(await waitForEntries(email, 2)).toMatchObject([
      { kind: 'logged_in', call: 'login', reason: '', client, browser: 'Chrome', system: 'Android' },
      { kind: 'login_failed', call: 'login', reason: 'code_invalid', times: 1, email, buyerId: null, client },
    ]);
    expect(JSON.stringify(await database.many(sql`select * from access_log`))).not.toContain(code);

    const context = { ...createCommandContext('anna', { database }), who: 'anna' };
    const shown = await loginsCommand.run(context, ['Logged@example.com']);
    expect(shown).toContain('code_invalid');
    expect(shown).toContain('Chrome, Android');
    expect(await loginsCommand.run(context, ['nobody@example.com'])).toBe('(none)');
  });

  test('records each refused access with its call and the buyer of the session', async () => {
    const client = '9.9.9.77';
    const browser = openTestBrowser(gateway, { 'x-forwarded-for': client });
    await browser.login('curious@example.com');
    await browser.post('orderDetail', { orderNo: '7KQ2M4XD9TABCDEFGHJK' });
    const { buyerId } = await database.one<{ buyerId: string }>(
      sql`select id as "buyerId" from buyers where email = 'curious@example.com'`,
    );
    browser.authToken = 'anybody’s';
    await browser.post('orderList');
    const entries = await waitForEntries(client, 3);
    expect(entries.toSorted((one, other) => one.call.localeCompare(other.call))).toMatchObject([
      { kind: 'logged_in', call: 'login', reason: '', buyerId },
      { kind: 'refused', call: 'orderDetail', reason: 'order_not_found', buyerId },
      { kind: 'refused', call: 'orderList', reason: 'invalid_auth_token', buyerId: null },
    ]);
    expect(JSON.stringify(await readEntries(client))).not.toContain('anybody');
  });

  test('deletes entries after ninety days', async () => {
    const { id } = await database.one<{ id: number }>(sql`select max(id)::int as id from access_log`);
    await advanceClock(gateway, 90 * DAY - 60);
    await deleteOldAccessLog(database);
    expect(await database.many(sql`select 1 from access_log where id = ${id}`)).toHaveLength(1);
    await advanceClock(gateway, 120);
    await deleteOldAccessLog(database);
    expect(await database.many(sql`select 1 from access_log`)).toEqual([]);
  });
});

describe('createAccessLog', () => {
  const refused = { call: 'orderList', reason: 'invalid_auth_token', buyerId: null, email: '', country: 'DE' } as const;

  test('stores equal refusals of one client as one row per hour', async () => {
    const log = createAccessLog(database);
    for (let n = 0; n < 5000; n += 1) log.note({ ...refused, client: '9.9.9.80' });
    await log.flush();
    log.note({ ...refused, client: '9.9.9.80' });
    await log.flush();
    expect(await readEntries('9.9.9.80')).toMatchObject([{ times: 5001 }]);
  });

  test('stores refusals above the limit of rows per minute only as a count, without their clients', async () => {
    let now = 0;
    const log = createAccessLog(database, () => now);
    for (let n = 0; n < 700; n += 1) log.note({ ...refused, call: 'userStatus', client: `client ${n}` });
    await log.flush();
    const countRows = () =>
      database.one(sql`
        select count(*)::int as rows, sum(times)::int as times, sum(times) filter (where client = '')::int as nameless
        from access_log where call = 'userStatus'`);
    expect(await countRows()).toEqual({ rows: 601, times: 700, nameless: 100 });
    now = 60_000;
    log.note({ ...refused, call: 'userStatus', client: 'a later one' });
    await log.flush();
    expect(await countRows()).toMatchObject({ rows: 602, nameless: 100 });
  });

  test('does not record a refusal for another reason than access, such as an expired price', async () => {
    const log = createAccessLog(database);
    log.note({ ...refused, reason: 'price_expired', client: '9.9.9.81' });
    await log.flush();
    expect(await readEntries('9.9.9.81')).toEqual([]);
  });
});
