import sql from 'sql-template-tag';
import { afterEach, expect, test } from 'vitest';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { openTestBrowser, resetClockAfterEach, type TestBrowser } from '../testBrowser.testing.ts';

const gateway = await openOwnGateway({ trustedProxies: ['127.0.0.1'] });
resetClockAfterEach(gateway);
const CLIENT = '9.9.9.20';

afterEach(() => gateway.database.run(sql`delete from login_codes`));

/** Opens a browser in which this buyer has logged in, so long ago that its codes are deleted. */
async function openKnownBrowser(email: string): Promise<TestBrowser> {
  const browser = openTestBrowser(gateway, { 'x-forwarded-for': CLIENT });
  await browser.login(email);
  await gateway.database.run(sql`delete from login_codes`);
  return browser;
}

/** Inserts codes of unknown browsers, or of a known one (`device`), all for one address or each for a different one. */
async function insertLoginCodes(codes: { count: number; age: number; email?: string; device?: Buffer }) {
  await gateway.database.run(sql`
    insert into login_codes (email, client, device_hash, code_hash, salt, request_hash, tries_left, created_at, expires_at)
    select coalesce(${codes.email ?? null}::text, gen_random_uuid()::text), ${CLIENT}, ${codes.device ?? null}::bytea, '', '', '', 5, at, at
    from generate_series(1, ${codes.count}::int) as n,
      lateral (select slipway_now() - (${codes.age}::int + n) * interval '1 second' as at) as moment`);
}

async function describeOutcome(browser: TestBrowser, email: string): Promise<string> {
  const { body } = await browser.post('sendCode', { email });
  return (body.data as { error?: string }).error ?? 'sent';
}

test.each([
  ['everybody together', { count: 1000, age: 100 }, 'work_needed'],
  ['the address, in a minute', { count: 1, age: 5, email: 'victim@example.com' }, 'code_too_soon'],
  ['the address, in a day', { count: 20, age: 600, email: 'victim@example.com' }, 'work_needed'],
  ['the client', { count: 100, age: 600 }, 'work_needed'],
])('lets a known browser log in when strangers have used up the limit of %s', async (_of, codes, refusal) => {
  const email = 'victim@example.com';
  const browser = await openKnownBrowser(email);
  await insertLoginCodes(codes);
  const stranger = openTestBrowser(gateway, { 'x-forwarded-for': CLIENT });
  expect(await describeOutcome(stranger, email)).toBe(refusal);
  expect(await describeOutcome(browser, email)).toBe('sent');
  expect((await browser.post('login', { email, code: await browser.newestCode(email) })).status).toBe(200);
});

test('knows a browser only for the address that it has logged in to', async () => {
  const browser = await openKnownBrowser('attacker@example.com');
  await insertLoginCodes({ count: 20, age: 600, email: 'another@example.com' });
  expect(await describeOutcome(browser, 'another@example.com')).toBe('work_needed');
});

test('counts the codes of a known browser separately from those of strangers', async () => {
  const email = 'often@example.com';
  const browser = await openKnownBrowser(email);
  expect(await describeOutcome(browser, email)).toBe('sent');
  expect(await describeOutcome(browser, email)).toBe('code_too_soon');
  expect(await describeOutcome(openTestBrowser(gateway, { 'x-forwarded-for': CLIENT }), email)).toBe('sent');
});

test('counts the code of a first login against the limit of the known browser', async () => {
  const email = 'twice@example.com';
  const browser = openTestBrowser(gateway, { 'x-forwarded-for': CLIENT });
  await browser.login(email);
  expect(await describeOutcome(browser, email)).toBe('code_too_soon');
});

test('limits the codes of all known browsers together', async () => {
  const email = 'reserve@example.com';
  const browser = await openKnownBrowser(email);
  await insertLoginCodes({ count: 2000, age: 100, device: Buffer.from('another') });
  expect(await describeOutcome(browser, email)).toBe('code_too_soon');
});
