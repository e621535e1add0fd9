import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arriveAgain, takeArrival } from './takeArrival.ts';

const shown: string[] = [];

function arriveAt(search: string) {
  vi.stubGlobal('location', { pathname: '/enter-card', search, hash: '#top', reload: () => shown.push('reload') });
  vi.stubGlobal('history', { state: null, replaceState: (_: unknown, __: string, to: string) => shown.push(to) });
}

beforeEach(() => shown.splice(0));
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['?orderNo=A&authToken=T', { authToken: 'T', session: null }, '/enter-card?orderNo=A#top'],
  ['?authToken=T', { authToken: 'T', session: null }, '/enter-card#top'],
  ['?session=S&authToken=T', { authToken: 'T', session: 'S' }, '/enter-card#top'],
  // The same name, written as only a machine would.
  ['?auth%54oken=T', { authToken: 'T', session: null }, '/enter-card#top'],
  ['?authToken=T&authToken=U', { authToken: 'T', session: null }, '/enter-card#top'],
])('%s is taken out of the address', (search, arrival, left) => {
  arriveAt(search);
  expect(takeArrival()).toEqual(arrival);
  expect(shown).toEqual([left]);
});

test('what could not be traded comes back into the address before the page does', () => {
  arriveAt('?orderNo=A');
  arriveAgain({ authToken: 'T', session: null });
  expect(shown).toEqual(['/enter-card?orderNo=A&authToken=T#top', 'reload']);
});

test('an address with neither stays as it is', () => {
  arriveAt('?orderNo=A&reauthToken=T');
  expect(takeArrival()).toBeNull();
  expect(shown).toEqual([]);
});
