import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LinkTokens, reloadWithTokens, removeExchangedTokens, takeLinkTokens } from './linkTokens.ts';

const navigations: string[] = [];

function arriveAt(search: string) {
  const location = { pathname: '/enter-card', search, hash: '#top', reload: () => navigations.push('reload') };
  vi.stubGlobal('location', location);
  const replaceState = (_: unknown, __: string, to: string) => {
    navigations.push(to);
    const { pathname, search: remaining } = new URL(to, 'https://pay.example');
    Object.assign(location, { pathname, search: remaining });
  };
  vi.stubGlobal('history', { state: null, replaceState });
}

const stored = new Map<string, string>();
beforeEach(() => {
  navigations.splice(0);
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['?orderNo=A&authToken=T', { authToken: 'T', session: null }, '/enter-card?orderNo=A#top'],
  ['?authToken=T', { authToken: 'T', session: null }, '/enter-card#top'],
  ['?session=S&authToken=T', { authToken: 'T', session: 'S' }, '/enter-card?opened=1#top'],
  // The same parameter name, percent-encoded.
  ['?auth%54oken=T', { authToken: 'T', session: null }, '/enter-card#top'],
  ['?authToken=T&authToken=U', { authToken: 'T', session: null }, '/enter-card#top'],
])('removes the tokens of %s from the URL and returns them', (search, arrival, remaining) => {
  arriveAt(search);
  expect(takeLinkTokens()).toEqual({
    ...arrival,
    proof: expect.stringMatching(/^[\w-]{43}$/),
    address: remaining.replace('#top', ''),
  });
  expect(navigations).toEqual([remaining]);
});

test('returns the same session and proof after a reload, even if the server responded during the reload', () => {
  arriveAt('?session=S&partnerId=shop&authToken=T');
  const arrival = takeLinkTokens() as LinkTokens;
  expect(takeLinkTokens()).toEqual(arrival);
  arriveAt('?partnerId=shop');
  expect(takeLinkTokens()).toBeNull();
  removeExchangedTokens(arrival);
  arriveAt('?partnerId=shop&opened=1');
  expect(takeLinkTokens()).toEqual({ ...arrival, authToken: null, isAnswered: true });
});

test('returns a login token until it is exchanged', () => {
  arriveAt('?authToken=T');
  const arrival = takeLinkTokens() as LinkTokens;
  expect(takeLinkTokens()).toEqual(arrival);
  removeExchangedTokens(arrival);
  expect(takeLinkTokens()).toBeNull();
});

test('returns the same proof for another link to the same session, and a new one for another session', () => {
  arriveAt('?session=S');
  const first = takeLinkTokens();
  arriveAt('?session=S');
  expect(takeLinkTokens()?.proof).toBe(first?.proof);
  arriveAt('?session=T');
  expect(takeLinkTokens()?.proof).not.toBe(first?.proof);
});

test('returns a new proof for another link to a session that the server has answered', () => {
  arriveAt('?session=S');
  const first = takeLinkTokens() as LinkTokens;
  removeExchangedTokens(first);
  arriveAt('?session=S');
  expect(takeLinkTokens()?.proof).not.toBe(first.proof);
});

test('restores unexchanged tokens in the URL and reloads', () => {
  arriveAt('?elsewhere=1');
  reloadWithTokens({ authToken: 'T', session: null, proof: '', address: '/enter-card?orderNo=A' });
  expect(navigations).toEqual(['/enter-card?orderNo=A&authToken=T#top', 'reload']);
});

test('leaves a URL without tokens unchanged', () => {
  arriveAt('?orderNo=A&reauthToken=T');
  expect(takeLinkTokens()).toBeNull();
  expect(navigations).toEqual([]);
});
