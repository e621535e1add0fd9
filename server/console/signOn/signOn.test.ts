import sql from 'sql-template-tag';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type IdentityProviderStandIn, startIdentityProvider } from '../../../sandbox/identityProvider/start.ts';
import { createSandboxClock } from '../../../sandbox/world/clock.ts';
import { credentials } from '../../../sandbox/world/credentials.ts';
import { createFaults } from '../../../sandbox/world/faults.ts';
import { getTestKey } from '../../platform/persons/testPersonKeys.testing.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';
import { createOpenIdProvider } from './openIdProvider.ts';

const faults = createFaults();
const provider = await startIdentityProvider({ clock: createSandboxClock(), faults }, 0);
afterAll(() => provider.stop());
afterEach(() => {
  provider.tamper({});
  faults.replace([]);
});

const signOn = createOpenIdProvider({
  ...credentials.identityProvider,
  issuer: provider.url,
  name: 'Example ID',
  redirectUrl: 'https://console.example/console/signed-on',
  insecure: true,
});
const world = await openConsoleWorld({ signOn });
type Visitor = ReturnType<typeof world.createVisitor>;

const refused = (key: string) => expect.objectContaining({ key });
const RETURN = { returnTo: '/console/orders?status=on_hold' };

/** Logs in at the provider as a browser does, and returns the query that it comes back with. */
async function logInAtProvider(url: string, subject: string, more: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${provider.url}/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([...new URL(url).searchParams, ['subject', subject], ...Object.entries(more)]),
  });
  return new URL(answer.headers.get('location') ?? '').search;
}

async function logInBySignOn(visitor: Visitor, subject: string) {
  const { url } = await visitor.call('beginSignOn', RETURN);
  return visitor.call('finishSignOn', { answer: await logInAtProvider(url, subject) });
}

/** Logs a person in with their key and links the account `sandbox|NAME`. */
async function openLinkedVisitor(name: string): Promise<Visitor> {
  const visitor = world.createVisitor(name);
  await visitor.logIn();
  await linkAccount(visitor, `sandbox|${name}`);
  return visitor;
}

async function linkAccount(visitor: Visitor, subject: string): Promise<void> {
  const { url } = await visitor.call('beginSignOnLink', { returnTo: '/console/people' });
  const { account } = await visitor.call('finishSignOn', { answer: await logInAtProvider(url, subject) });
  await visitor.call('signPersonStatement', {
    statement: await visitor.sign('link-sign-on', { ...account }, 'mine'),
  });
}

const linkedSam = await openLinkedVisitor('sam');

describe('single sign-on', () => {
  test('opens a session with the person’s rights, and actions still need a signature', async () => {
    const browser = world.createVisitor('sam');
    expect(await logInBySignOn(browser, 'sandbox|sam')).toEqual({ ...RETURN, account: null });
    expect((await browser.call('start', {})).person).toMatchObject({ name: 'sam', roles: ['support'] });
    expect((await browser.call('orders', {})).rows).toEqual([]);
    await expect(browser.call('exportList', {})).rejects.toEqual(refused('console_not_for_role'));
    const { list } = await browser.call('sessions', {});
    expect(list.find(({ isThis }) => isThis)).toMatchObject({ person: 'sam', signedInBy: 'single_sign_on' });
    const request = { action: 'seen', subject: '1', input: {} };
    const unsigned = {
      ...(await browser.sign('seen', request, 'a test')),
      signature: Buffer.alloc(64).toString('base64'),
    };
    await expect(browser.call('requestAction', { statement: unsigned })).rejects.toEqual(refused('act_refused'));
    const { lines } = await linkedSam.call('audit', {});
    expect(lines[0]).toMatchObject({ who: 'sam', action: 'sign-in', why: `single sign-on by ${provider.url}` });
  });

  test('requests a fresh login, bound to this browser by PKCE, state and nonce', async () => {
    const { url } = await world.createVisitor('sam').call('beginSignOn', RETURN);
    const query = Object.fromEntries(new URL(url).searchParams);
    expect(query).toMatchObject({ scope: 'openid', code_challenge_method: 'S256', prompt: 'login', max_age: '0' });
    const again = Object.fromEntries(
      new URL((await world.createVisitor('sam').call('beginSignOn', RETURN)).url).searchParams,
    );
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(query[name]).toMatch(/^[\w-]{43}$/);
      expect(again[name]).not.toBe(query[name]);
    }
  });

  test('opens a session that locks and ends like one opened with a key', async () => {
    const browser = world.createVisitor('sam');
    await logInBySignOn(browser, 'sandbox|sam');
    await browser.call('lock', {});
    await expect(browser.call('people', {})).rejects.toEqual(refused('console_locked'));
    await logInBySignOn(browser, 'sandbox|sam');
    await browser.call('people', {});
    await browser.call('leave', {});
    await expect(browser.call('people', {})).rejects.toEqual(refused('console_left'));
  });

  test('ends the former session of the browser', async () => {
    const browser = world.createVisitor('sam');
    await logInBySignOn(browser, 'sandbox|sam');
    const { list: before } = await browser.call('sessions', {});
    await logInBySignOn(browser, 'sandbox|sam');
    const { list: after } = await browser.call('sessions', {});
    expect(after).toHaveLength(before.length);
  });

  test.each([['sandbox|guest'], ['sandbox|vera']])('enrols no one: %s is not linked', async (subject) => {
    await expect(logInBySignOn(world.createVisitor('vera'), subject)).rejects.toEqual(refused('sign_on_unlinked'));
  });

  test('that was cancelled at the provider is refused', async () => {
    const browser = world.createVisitor('sam');
    const { url } = await browser.call('beginSignOn', RETURN);
    const answer = await logInAtProvider(url, 'sandbox|sam', { cancel: '1' });
    await expect(browser.call('finishSignOn', { answer })).rejects.toEqual(refused('sign_on_refused'));
  });
});

const now = () => Math.floor(Date.now() / 1000);

describe('an attack', () => {
  test.each<[string, Parameters<IdentityProviderStandIn['tamper']>[0]]>([
    ['another state', { answer: (query) => query.set('state', 'x'.repeat(43)) }],
    ['no state', { answer: (query) => query.delete('state') }],
    ['the issuer of a mixed-up answer', { answer: (query) => query.set('iss', 'https://evil.example') }],
    ['no issuer', { answer: (query) => query.delete('iss') }],
    ['an unknown code', { answer: (query) => query.set('code', 'stolen') }],
    ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'other' }) }],
    ['no nonce', { claims: ({ nonce: _nonce, ...claims }) => claims }],
    ['another audience', { claims: (claims) => ({ ...claims, aud: 'another-client' }) }],
    ['another issuer', { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) }],
    ['an expired token', { claims: (claims) => ({ ...claims, exp: now() - 120, iat: now() - 600 }) }],
    ['a token from the future', { claims: (claims) => ({ ...claims, nbf: now() + 600 }) }],
    ['an earlier login', { claims: (claims) => ({ ...claims, auth_time: now() - 3600 }) }],
    ['no login time', { claims: ({ auth_time: _at, ...claims }) => claims }],
    ['no subject', { claims: ({ sub: _sub, ...claims }) => claims }],
    ['alg none', { key: 'none' }],
    ['a key that is not published', { key: 'other' }],
  ])('with %s is refused', async (_what, tampering) => {
    const browser = world.createVisitor('sam');
    provider.tamper(tampering);
    await expect(logInBySignOn(browser, 'sandbox|sam')).rejects.toEqual(refused('sign_on_refused'));
    await expect(browser.call('people', {})).rejects.toEqual(refused('console_left'));
    expect((await browser.call('start', {})).person).toBeNull();
  });

  test('with another browser’s answer is refused', async () => {
    const attacker = world.createVisitor('sam');
    const { url } = await attacker.call('beginSignOn', RETURN);
    const answer = await logInAtProvider(url, 'sandbox|sam');
    const victim = world.createVisitor('vera');
    await expect(victim.call('finishSignOn', { answer })).rejects.toEqual(refused('sign_on_refused'));
    await victim.call('beginSignOn', RETURN);
    await expect(victim.call('finishSignOn', { answer })).rejects.toEqual(refused('sign_on_refused'));
  });

  test('with a used answer is refused', async () => {
    const browser = world.createVisitor('sam');
    const { url } = await browser.call('beginSignOn', RETURN);
    const answer = await logInAtProvider(url, 'sandbox|sam');
    const both = await Promise.allSettled([1, 2].map(() => browser.call('finishSignOn', { answer })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(browser.call('finishSignOn', { answer })).rejects.toEqual(refused('sign_on_refused'));
  });

  test('with an answer after ten minutes is refused', async () => {
    const browser = world.createVisitor('sam');
    const { url } = await browser.call('beginSignOn', RETURN);
    const answer = await logInAtProvider(url, 'sandbox|sam');
    await world.database.run(
      sql`update console_sign_ons set started_at = slipway_now() - interval '11 minutes' where answered_at is null`,
    );
    await expect(browser.call('finishSignOn', { answer })).rejects.toEqual(refused('sign_on_refused'));
  });

  test.each([
    'https://evil.example/console/',
    '//evil.example/console/',
    '/\\evil.example/console/',
    '/\t/evil.example',
    '/console/../../gateway',
    '/other',
    'javascript:alert(1)',
    '',
  ])('with the return path %j is refused', async (returnTo) => {
    await expect(world.createVisitor('sam').call('beginSignOn', { returnTo })).rejects.toEqual(refused('malformed'));
  });

  test('from another page is refused', async () => {
    const { status } = await world.post('beginSignOn', RETURN, { origin: 'https://evil.example' });
    expect(status).toBe(403);
  });

  test('with another issuer’s metadata is refused', async () => {
    const other = createOpenIdProvider({
      ...credentials.identityProvider,
      issuer: provider.url.replace('localhost', '127.0.0.1'),
      name: 'Example ID',
      redirectUrl: 'https://console.example/console/signed-on',
      insecure: true,
    });
    await expect(other.createAuthorizationUrl('secret')).rejects.toMatchObject({ kind: 'refused' });
  });

  test('without TLS is refused outside the sandbox', async () => {
    const other = createOpenIdProvider({
      ...credentials.identityProvider,
      issuer: provider.url,
      name: 'Example ID',
      redirectUrl: 'https://console.example/console/signed-on',
      insecure: false,
    });
    await expect(other.createAuthorizationUrl('secret')).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('a sign-on link', () => {
  test('needs an account that the provider proved for this person in this browser', async () => {
    const vera = world.createVisitor('vera');
    await vera.logIn();
    const account = { issuer: provider.url, subject: 'sandbox|guest' };
    const claim = async (visitor: Visitor) =>
      visitor.call('signPersonStatement', { statement: await visitor.sign('link-sign-on', account, 'mine') });
    await expect(claim(vera)).rejects.toEqual(refused('act_refused'));
    const { url } = await vera.call('beginSignOnLink', { returnTo: '/console/people' });
    const proved = await vera.call('finishSignOn', { answer: await logInAtProvider(url, 'sandbox|vera') });
    expect(proved.account).toEqual({ issuer: provider.url, subject: 'sandbox|vera' });
    await expect(claim(vera)).rejects.toEqual(refused('act_refused'));
  });

  test('is refused for an account that another person has linked', async () => {
    const cleo = world.createVisitor('cleo');
    await cleo.logIn();
    await expect(linkAccount(cleo, 'sandbox|sam')).rejects.toEqual(refused('act_refused'));
  });

  test('cannot be completed after the person who began it has logged out', async () => {
    const dora = world.createVisitor('dora');
    await dora.logIn();
    const { url } = await dora.call('beginSignOnLink', { returnTo: '/console/people' });
    const answer = await logInAtProvider(url, 'sandbox|dora');
    await dora.call('leave', {});
    await expect(dora.call('finishSignOn', { answer })).rejects.toEqual(refused('sign_on_refused'));
    expect((await dora.call('start', {})).person).toBeNull();
  });

  test('of another person is removed only by an admin, which ends its sessions', async () => {
    const cleo = await openLinkedVisitor('cleo');
    const browser = world.createVisitor('cleo');
    await logInBySignOn(browser, 'sandbox|cleo');
    const unlink = async (by: Visitor) =>
      by.call('signPersonStatement', {
        statement: await by.sign('unlink-sign-on', { key: getTestKey('cleo').id }, 'lost'),
      });
    await expect(unlink(linkedSam)).rejects.toEqual(refused('act_refused'));
    const dora = world.createVisitor('dora');
    await dora.logIn();
    await unlink(dora);
    await expect(browser.call('people', {})).rejects.toEqual(refused('console_left'));
    await cleo.call('people', {});
    await expect(logInBySignOn(browser, 'sandbox|cleo')).rejects.toEqual(refused('sign_on_unlinked'));
  });
});

describe('a person who is changed after the link', () => {
  test('is logged out at once when the key is revoked, and cannot log in again', async () => {
    await openLinkedVisitor('tess');
    const browser = world.createVisitor('tess');
    await logInBySignOn(browser, 'sandbox|tess');
    const { url } = await browser.call('beginSignOn', RETURN);
    const answer = await logInAtProvider(url, 'sandbox|tess');
    await signAfter('anna', { act: 'revoke', arguments: { key: getTestKey('tess').id } });
    await expect(browser.call('people', {})).rejects.toEqual(refused('console_left'));
    await expect(browser.call('finishSignOn', { answer })).rejects.toEqual(refused('sign_on_unlinked'));
  });

  test('has the current roles', async () => {
    await openLinkedVisitor('tom');
    const browser = world.createVisitor('tom');
    await logInBySignOn(browser, 'sandbox|tom');
    await browser.call('exportList', {});
    const less = await signAfter('anna', {
      act: 'change-roles',
      arguments: { key: getTestKey('tom').id, roles: ['support'] },
    });
    await signAfter('ben', { act: 'confirm', arguments: { statement: less } });
    await expect(browser.call('exportList', {})).rejects.toEqual(refused('console_not_for_role'));
    expect((await browser.call('start', {})).person?.roles).toEqual(['support']);
  });
});

/** Adds a statement about a person after those that the console's calls have added. */
async function signAfter(by: 'anna' | 'ben', content: { act: string; arguments: Record<string, string | string[]> }) {
  const visitor = world.createVisitor(by);
  await visitor.logIn();
  const statement = await visitor.sign(content.act, content.arguments, 'a test');
  const { head } = await visitor.call('signPersonStatement', { statement });
  return head;
}

describe('an unavailable provider', () => {
  test.each([
    ['/.well-known/openid-configuration', 'answer_503'],
    ['/.well-known/openid-configuration', 'lose_answer_before'],
    ['/token', 'answer_500'],
    ['/token', 'lose_answer_after'],
    ['/jwks', 'answer_503'],
  ] as const)('at %s (%s) is reported, and a login with a key still works', async (call, effect) => {
    const browser = world.createVisitor('sam');
    faults.replace([{ standIn: 'identityProvider', call, effect, after: 0, times: 9 }]);
    await expect(logInBySignOn(browser, 'sandbox|sam')).rejects.toEqual(refused('sign_on_unavailable'));
    expect((await browser.logIn()).person.name).toBe('sam');
  });
});

test('a console without a provider has no single sign-on', async () => {
  const plain = await openConsoleWorld();
  const visitor = plain.createVisitor('sam');
  expect((await visitor.call('start', {})).signOn).toBeNull();
  await expect(visitor.call('beginSignOn', RETURN)).rejects.toEqual(refused('sign_on_refused'));
});
