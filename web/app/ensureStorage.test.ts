import { expect, test } from 'vitest';
import { ensureStorage } from './ensureStorage.ts';

const denied = () => {
  throw new DOMException('denied', 'SecurityError');
};

test('storage that is denied is replaced by memory', () => {
  const page = Object.defineProperties({} as Window, {
    localStorage: { get: denied, configurable: true },
    sessionStorage: { get: denied, configurable: true },
  });
  ensureStorage(page);
  page.localStorage.setItem('draft', 'a');
  expect(page.localStorage.getItem('draft')).toBe('a');
  expect(page.sessionStorage.getItem('draft')).toBeNull();
  expect([page.localStorage.length, page.localStorage.key(0), page.localStorage.key(1)]).toEqual([1, 'draft', null]);
  page.localStorage.removeItem('draft');
  expect(page.localStorage.length).toBe(0);
});

test('storage that is full is replaced, and storage that works is kept', () => {
  const works = { setItem: () => undefined, removeItem: () => undefined };
  const page = { localStorage: { ...works, setItem: denied }, sessionStorage: works } as unknown as Window;
  ensureStorage(page);
  page.localStorage.setItem('draft', 'a');
  expect(page.localStorage.getItem('draft')).toBe('a');
  expect(page.sessionStorage).toBe(works);
});
