import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { advanceClock, openTestBrowser, resetClockAfterEach, type TestBrowser } from '../testBrowser.testing.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

const gateway = await openOwnGateway();
resetClockAfterEach(gateway);

async function readRespCode(browser: TestBrowser): Promise<string> {
  return (await browser.post('authInfo')).body.respCode;
}

describe('a session', () => {
  test('ends after twelve hours of inactivity, and not before', async () => {
    const browser = openTestBrowser(gateway);
    await browser.login('idle@example.com');
    await advanceClock(gateway, 12 * HOUR - 60);
    expect(await readRespCode(browser)).toBe('200');
    await advanceClock(gateway, 12 * HOUR - 60);
    expect(await readRespCode(browser)).toBe('200');
    await advanceClock(gateway, 12 * HOUR + 1);
    expect(await readRespCode(browser)).toBe('5002');
  });

  test('ends after thirty days even if it is used', async () => {
    const browser = openTestBrowser(gateway);
    await browser.login('busy@example.com');
    for (let hours = 0; hours < 30 * 24 - 10; hours += 10) {
      await advanceClock(gateway, 10 * HOUR);
      expect(await readRespCode(browser)).toBe('200');
    }
    await advanceClock(gateway, 10 * HOUR + 60);
    expect(await readRespCode(browser)).toBe('5002');
  });

  test('stays ended when it is used after its end', async () => {
    const browser = openTestBrowser(gateway);
    await browser.login('late@example.com');
    await advanceClock(gateway, DAY);
    expect(await readRespCode(browser)).toBe('5002');
    await gateway.database.run(sql`update clock set offset_seconds = offset_seconds - 60`);
    expect(await readRespCode(browser)).toBe('5002');
  });

  test('can be ended separately, or together with all of the buyer’s sessions', async () => {
    const [phone, desk, tablet] = [openTestBrowser(gateway), openTestBrowser(gateway), openTestBrowser(gateway)];
    for (const browser of [phone, desk, tablet]) {
      await browser.login('many@example.com');
      await advanceClock(gateway, 60);
    }
    await phone.post('expAuth');
    expect([await readRespCode(phone), await readRespCode(desk)]).toEqual(['5002', '200']);
    await desk.post('expAuth', { everywhere: true });
    expect([await readRespCode(desk), await readRespCode(tablet)]).toEqual(['5002', '5002']);
  });
});

describe('the list of sessions', () => {
  type Listed = { sessionId: string; current: boolean; browser: string; system: string; country: string };
  const listSessions = async (browser: TestBrowser) =>
    (await browser.post('sessionList')).body.data as { sessions: Listed[]; logins: { outcome: string }[] };
  const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

  async function createThreeSessions(email: string) {
    const desk = openTestBrowser(gateway, { 'user-agent': WINDOWS, 'x-sandbox-country': 'FR' });
    const browsers = [openTestBrowser(gateway), openTestBrowser(gateway), desk] as const;
    for (const browser of browsers) {
      await browser.login(email);
      await advanceClock(gateway, 60);
    }
    return browsers;
  }

  test('shows the device and country of each open session, and which one is current', async () => {
    const [phone, tablet, desk] = await createThreeSessions('listed@example.com');
    await openTestBrowser(gateway).login('another@example.com');
    await tablet.post('expAuth');
    const { sessions, logins } = await listSessions(desk);
    expect(sessions).toMatchObject([
      { current: true, browser: 'Firefox', system: 'Windows', country: 'FR' },
      { current: false, browser: '', system: '', country: 'DE' },
    ]);
    expect(logins).toMatchObject([
      { outcome: 'logged_in', by: 'code', browser: 'Firefox', country: 'FR' },
      { outcome: 'logged_in' },
      { outcome: 'logged_in' },
    ]);
    expect((await listSessions(phone)).sessions.filter(({ current }) => current)).toHaveLength(1);
  });

  test('ends one session or all others, but never another buyer’s', async () => {
    const [phone, tablet, desk] = await createThreeSessions('ending@example.com');
    const stranger = openTestBrowser(gateway);
    await stranger.login('stranger@example.com');
    const { sessionId } = (await listSessions(tablet)).sessions.find(({ current }) => current) as Listed;
    await stranger.post('endSession', { sessionId });
    expect(await readRespCode(tablet)).toBe('200');
    await desk.post('endSession', { sessionId });
    expect(await Promise.all([phone, tablet, desk].map(readRespCode))).toEqual(['200', '5002', '200']);
    await desk.post('endOtherSessions');
    expect(await Promise.all([phone, desk, stranger].map(readRespCode))).toEqual(['5002', '200', '200']);
  });
});

describe('a login in a browser that was logged in', () => {
  test.each([
    ['again@example.com', 'again@example.com'],
    ['before@example.com', 'after@example.com'],
  ])('ends that browser’s session and no other: %s, then %s', async (before, after) => {
    const [browser, elsewhere] = [openTestBrowser(gateway), openTestBrowser(gateway)];
    await elsewhere.login(before);
    await advanceClock(gateway, 60);
    await browser.login(before);
    const former = openTestBrowser(gateway);
    former.authToken = browser.authToken;
    former.cookies.set('slipway_session', browser.cookies.get('slipway_session') ?? '');
    expect(await readRespCode(former)).toBe('200');
    await advanceClock(gateway, 60);
    browser.authToken = '';
    await browser.login(after);
    expect(await Promise.all([former, browser, elsewhere].map(readRespCode))).toEqual(['5002', '200', '200']);
  });
});

describe('a login from another browser', () => {
  async function listNotices(email: string): Promise<{ subject: string; body: string }[]> {
    return gateway.database.many(sql`
      select subject, body from mail_outbox where recipient = ${email} and id like 'device:%' order by created_at`);
  }

  test('notifies the buyer by email, except on the very first login', async () => {
    const email = 'devices@example.com';
    const phone = openTestBrowser(gateway);
    await phone.login(email);
    await advanceClock(gateway, 60);
    await phone.login(email);
    expect(await listNotices(email)).toEqual([]);

    await advanceClock(gateway, 60);
    const stranger = openTestBrowser(gateway, { 'x-sandbox-country': 'FR' });
    await stranger.login(email);
    const [notice, ...others] = await listNotices(email);
    expect(others).toEqual([]);
    expect(notice?.subject).toBe('A new device has logged in to Slipway');
    expect(notice?.body).toContain('France');
    const { at } = await gateway.database.one<{ at: Date }>(sql`select max(last_seen_at) as at from devices`);
    expect(notice?.body).toContain(`${at.getUTCFullYear()}`);
    expect(notice?.body).toContain('UTC');

    await advanceClock(gateway, 60);
    await stranger.login(email);
    expect(await listNotices(email)).toHaveLength(1);
  });

  test('notifies in the buyer’s language, not in the other browser’s', async () => {
    const email = 'chinese@example.com';
    await openTestBrowser(gateway, { 'accept-language': 'zh-CN' }).login(email);
    await advanceClock(gateway, 60);
    await openTestBrowser(gateway, { 'accept-language': 'en', 'x-sandbox-country': 'FR' }).login(email);
    const [notice] = await listNotices(email);
    expect(notice?.subject).toContain('新设备登录');
    expect(notice?.body).toContain('法国');
  });

  test('notifies in the language that the buyer chose, not the browser’s', async () => {
    const email = 'chosen@example.com';
    const first = openTestBrowser(gateway, { 'accept-language': 'en-US' });
    first.cookies.set('locale', 'de-DE');
    await first.login(email);
    await advanceClock(gateway, 60);
    await openTestBrowser(gateway, { 'x-sandbox-country': 'FR' }).login(email);
    const [notice] = await listNotices(email);
    expect(notice?.subject).toBe('Anmeldung bei Slipway mit einem neuen Gerät');
    expect(notice?.body).toContain('Frankreich');
  });

  test('treats a browser that two buyers share as new once for each of them', async () => {
    const shared = openTestBrowser(gateway);
    await shared.login('one.of.two@example.com');
    await openTestBrowser(gateway).login('two.of.two@example.com');
    await advanceClock(gateway, 60);
    await shared.login('two.of.two@example.com');
    expect(await listNotices('one.of.two@example.com')).toHaveLength(0);
    expect(await listNotices('two.of.two@example.com')).toHaveLength(1);
  });

  test('stores only a hash of the cookie', async () => {
    const browser = openTestBrowser(gateway);
    await browser.login('hashed@example.com');
    const cookie = browser.cookies.get('slipway_device') ?? '';
    expect(cookie.length).toBeGreaterThanOrEqual(43);
    const { devices } = await gateway.database.one<{ devices: string }>(
      sql`select string_agg(encode(device_hash, 'escape'), ' ') as devices from devices`,
    );
    expect(devices).not.toContain(cookie);
  });
});
