import { expect, test } from 'vitest';
import { routes } from '../../routes.ts';
import { getFirstSegment, isRecordablePath } from './recordablePaths.ts';

/** Login, cards, identity and account pages, and the page for translators. */
const NOT_RECORDED = [
  '/email-login',
  '/verification-code',
  '/enter-information',
  '/select-card',
  '/enter-card',
  '/verify-id',
  '/kyc-status',
  '/my-orders',
  '/settings',
  '/sessions',
  '/cards',
  '/addresses',
  '/add-address',
  '/account-deleted',
  '/demo-lang',
];

test('the screens that are not recorded are exactly the listed ones', () => {
  const notRecorded = routes.map(({ path }) => path).filter((path) => !isRecordablePath(path));
  expect(notRecorded.toSorted()).toEqual(NOT_RECORDED.toSorted());
});

test('never records a screen that requires a login', () => {
  for (const { path, login } of routes) if (login) expect(isRecordablePath(path), path).toBe(false);
});

test('judges a path by its first segment, and returns only that segment', () => {
  expect(isRecordablePath('/enter-card/edit')).toBe(false);
  expect(isRecordablePath('/editor')).toBe(false);
  expect(isRecordablePath('/')).toBe(false);
  expect(isRecordablePath('')).toBe(false);
  expect(getFirstSegment('/buy/anna@example.com')).toBe('/buy');
});
