import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { advanceClock, openTestBrowser, resetClockAfterEach, type TestBrowser } from '../testBrowser.testing.ts';
import { deleteOldChallenges } from './passkeyStore.ts';
import { createTestAuthenticator } from './testAuthenticator.testing.ts';

const gateway = await openOwnGateway({ publicUrl: 'https://buy.example.com' });
resetClockAfterEach(gateway);
const { database } = gateway;
const SITE = { origin: 'https://buy.example.com', rpId: 'buy.example.com' };
type Authenticator = ReturnType<typeof createTestAuthenticator>;

async function describeOutcome(response: ReturnType<TestBrowser['post']>): Promise<string> {
  const { body } = await response;
  return (body.data as { error?: string }).error ?? body.respCode;
}

async function requestChallenge(browser: TestBrowser, call: 'passkeyOptions' | 'newPasskeyOptions'): Promise<string> {
  return ((await browser.post(call)).body.data as { challenge: string }).challenge;
}

/** Creates a buyer whose account has a passkey. */
async function createBuyerWithPasskey(email: string): Promise<{ browser: TestBrowser; authenticator: Authenticator }> {
  const browser = openTestBrowser(gateway);
  await browser.login(email);
  const authenticator = createTestAuthenticator(SITE);
  const passkey = authenticator.create(await requestChallenge(browser, 'newPasskeyOptions'));
  expect(await describeOutcome(browser.post('addPasskey', { passkey }))).toBe('200');
  return { browser, authenticator };
}

async function logIn(
  browser: TestBrowser,
  { answer }: Authenticator,
  faults: Parameters<Authenticator['answer']>[1] = {},
) {
  const challenge = await requestChallenge(browser, 'passkeyOptions');
  return browser.post('passkeyLogin', { passkey: answer(challenge, faults) });
}

async function expireProof(email: string): Promise<void> {
  await database.run(sql`
    update sessions set proved_at = proved_at - interval '15 minutes'
    where buyer_id = (select id from buyers where email = ${email})`);
}

describe('a passkey', () => {
  test('logs a buyer in without a code, and the buyer gets an email when it is added', async () => {
    const email = 'keyed@example.com';
    const { authenticator } = await createBuyerWithPasskey(email);
    const other = openTestBrowser(gateway, { 'x-sandbox-country': 'FR' });
    const { body } = await logIn(other, authenticator);
    expect(body).toMatchObject({ respCode: '200', data: { email } });
    other.authToken = (body.data as { authToken: string }).authToken;
    expect((await other.post('sessionList')).body.data).toMatchObject({
      sessions: [{ current: true, country: 'FR' }, { current: false }],
      logins: [{ by: 'passkey' }, { by: 'code' }],
      passkeys: [{ lastUsedAt: expect.any(String) as string }],
      passkeysOffered: true,
    });
    const mails = await database.many<{ kind: string }>(sql`
      select split_part(id, ':', 1) as kind from mail_outbox where recipient = ${email} order by kind`);
    expect(mails.map(({ kind }) => kind)).toEqual(['code', 'device', 'passkey']);
  });

  test.each([
    ['of another site', { origin: 'https://buy.example.com.evil.example' }],
    ['made for another site', { rpId: 'evil.example' }],
    ['whose holder was not verified', { verified: false }],
    ['whose counter goes back, as a copy’s does', { counter: 1 }],
    ['requested in a frame of another site', { client: { crossOrigin: true } }],
    ['requested in a frame with another top origin', { client: { topOrigin: 'https://shop.example' } }],
  ])('%s is refused', async (what, faults) => {
    const { authenticator } = await createBuyerWithPasskey(`${what.replaceAll(/\W/g, '').toLowerCase()}@lies.example`);
    expect(await describeOutcome(logIn(openTestBrowser(gateway), authenticator))).toBe('200');
    expect(await describeOutcome(logIn(openTestBrowser(gateway), authenticator, faults))).toBe('passkey_refused');
  });

  test.each([[{ crossOrigin: true }], [{ topOrigin: 'https://shop.example' }]])(
    'is not created in another site’s frame: %o',
    async (client) => {
      const { browser } = await createBuyerWithPasskey(
        `framed-${Object.keys(client).join('').toLowerCase()}@lies.example`,
      );
      const challenge = await requestChallenge(browser, 'newPasskeyOptions');
      const passkey = createTestAuthenticator(SITE).create(challenge, { client });
      expect(await describeOutcome(browser.post('addPasskey', { passkey }))).toBe('passkey_refused');
    },
  );

  test('is refused when it is unknown', async () => {
    const stranger = createTestAuthenticator(SITE);
    expect(await describeOutcome(logIn(openTestBrowser(gateway), stranger))).toBe('passkey_refused');
  });

  test('is accepted once, within five minutes, and only in the browser that requested the challenge', async () => {
    const { authenticator } = await createBuyerWithPasskey('once@example.com');
    const browser = openTestBrowser(gateway);
    const challenge = await requestChallenge(browser, 'passkeyOptions');
    const cookies = new Map(browser.cookies);
    const passkey = authenticator.answer(challenge);
    expect(await describeOutcome(openTestBrowser(gateway).post('passkeyLogin', { passkey }))).toBe('passkey_refused');
    expect(await describeOutcome(browser.post('passkeyLogin', { passkey }))).toBe('200');
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    const again = authenticator.answer(challenge);
    expect(await describeOutcome(browser.post('passkeyLogin', { passkey: again }))).toBe('passkey_refused');

    const late = authenticator.answer(await requestChallenge(browser, 'passkeyOptions'));
    await advanceClock(gateway, 301);
    expect(await describeOutcome(browser.post('passkeyLogin', { passkey: late }))).toBe('passkey_refused');
    await deleteOldChallenges(database);
    expect(await database.many(sql`select 1 from answered_challenges`)).toEqual([]);
  });

  test('is added and removed only by its buyer with a recent proof', async () => {
    const email = 'careful@example.com';
    const { browser } = await createBuyerWithPasskey(email);
    const { passkeys } = (await browser.post('sessionList')).body.data as { passkeys: { passkeyId: string }[] };
    const [{ passkeyId } = { passkeyId: '' }] = passkeys;
    const challenge = await requestChallenge(browser, 'newPasskeyOptions');
    const stranger = await createBuyerWithPasskey('other@example.com');
    const passkey = createTestAuthenticator(SITE).create(challenge);
    expect(await describeOutcome(stranger.browser.post('addPasskey', { passkey }))).toBe('passkey_refused');
    await stranger.browser.post('delPasskey', { passkeyId });
    await expireProof(email);
    expect(await describeOutcome(browser.post('newPasskeyOptions'))).toBe('confirmation_needed');
    expect(await describeOutcome(browser.post('addPasskey', { passkey }))).toBe('confirmation_needed');
    expect(await describeOutcome(browser.post('delPasskey', { passkeyId }))).toBe('confirmation_needed');
    expect((await browser.post('sessionList')).body.data).toMatchObject({ passkeys: [{ passkeyId }] });
  });

  test('renews the proof of an old session, and is refused after its removal', async () => {
    const email = 'proving@example.com';
    const { browser, authenticator } = await createBuyerWithPasskey(email);
    const stranger = await createBuyerWithPasskey('prover@example.com');
    await expireProof(email);
    const confirm = async (by: Authenticator) =>
      describeOutcome(
        browser.post('confirmLogin', { passkey: by.answer(await requestChallenge(browser, 'passkeyOptions')) }),
      );
    expect(await confirm(stranger.authenticator)).toBe('passkey_refused');
    expect(await describeOutcome(browser.post('exportData'))).toBe('confirmation_needed');
    expect(await confirm(authenticator)).toBe('200');
    expect(await describeOutcome(browser.post('exportData'))).toBe('200');
    const { passkeys } = (await browser.post('sessionList')).body.data as { passkeys: { passkeyId: string }[] };
    await browser.post('delPasskey', { passkeyId: passkeys[0]?.passkeyId });
    expect(await describeOutcome(logIn(openTestBrowser(gateway), authenticator))).toBe('passkey_refused');
  });

  test('is deleted with the account', async () => {
    const { browser, authenticator } = await createBuyerWithPasskey('leaving@example.com');
    expect(await describeOutcome(browser.post('deleteAccount'))).toBe('200');
    expect(await describeOutcome(logIn(openTestBrowser(gateway), authenticator))).toBe('passkey_refused');
  });

  test('is not offered for a partner’s account', async () => {
    const { browser } = await createBuyerWithPasskey('partnered@example.com');
    await database.run(sql`update buyers set partner_id = 'shop' where email = 'partnered@example.com'`);
    expect(await describeOutcome(browser.post('newPasskeyOptions'))).toBe('passkey_refused');
    expect((await browser.post('sessionList')).body.data).toMatchObject({ passkeysOffered: false });
  });
});
