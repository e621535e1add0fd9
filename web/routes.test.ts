import { parse } from 'regexparam';
import { describe, expect, test } from 'vitest';
import { matchRoute } from 'wouter';
import { formatVersion } from './app/appVersion.ts';
import { shouldGoBackToEdit } from './app/getPreviousPath.ts';
import { needsLogin } from './app/needsLogin.ts';
import english from './i18n/en-US.json';
import { HOME_PATH, routes } from './routes.ts';

function findRoute(path: string) {
  return routes.find((route) => matchRoute(parse, route.path, path)[0]);
}

describe('the route table', () => {
  test('has each path once, with titles that exist', () => {
    expect(new Set(routes.map((route) => route.path)).size).toBe(routes.length);
    for (const route of routes) expect(english).toHaveProperty([route.title]);
  });

  test('leads the root, its aliases and the pages of one crypto to Edit, but not /buy', () => {
    expect(findRoute(HOME_PATH)?.title).toBe('title.edit');
    expect(findRoute('/quote')?.screen).toBe(findRoute('/edit')?.screen);
    for (const path of ['/buy/BTC', '/buy-v1', '/buy-v1/BTC']) {
      expect(findRoute(path)?.screen, path).toBe(findRoute('/edit')?.screen);
    }
    expect(findRoute('/buy')?.screen).not.toBe(findRoute('/edit')?.screen);
  });

  test('contains the pages that errors lead to', () => {
    for (const path of [
      '/access-denied',
      '/server-timeout',
      '/no-respond',
      '/transaction-restricted',
      '/session-refused',
    ]) {
      expect(findRoute(path), path).toBeDefined();
    }
  });
});

describe('the guard', () => {
  test.each([
    [{}, false, false],
    [{ login: 'required' }, false, true],
    [{ login: 'required' }, true, false],
  ] as const)('for the route %o, with a login: %s, requires a login: %s', (route, loggedIn, expected) => {
    expect(needsLogin(route, loggedIn)).toBe(expected);
  });
});

test.each([
  ['', true],
  ['/', true],
  ['/email-login', true],
  ['/email-login?x=1', true],
  ['/edit', false],
  ['/my-orders', false],
])('from %s the back arrow leads to Edit: %s', (path, expected) => {
  expect(shouldGoBackToEdit(path)).toBe(expected);
});

test('formats the version', () => {
  expect(formatVersion('202508121055')).toBe('2025-08-12 10:55');
});
