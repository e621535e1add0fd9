import { expect, test } from 'vitest';
import { routes } from '../../routes.ts';
import { getFirstSegment, isRecordablePath } from './recordablePaths.ts';

/** Login, cards, identity and account pages, and the page for translators. */
const NEVER = [
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

test('every screen is recorded or is not because somebody decided so', () => {
  const notRecorded = routes.map(({ path }) => path).filter((path) => !isRecordablePath(path));
  expect(notRecorded.toSorted()).toEqual(NEVER.toSorted());
});

test('a screen that needs a login is never recorded', () => {
  for (const { path, login } of routes) if (login) expect(isRecordablePath(path), path).toBe(false);
});

test('what follows the first part of a path changes nothing, and is not told', () => {
  expect(isRecordablePath('/enter-card/edit')).toBe(false);
  expect(isRecordablePath('/editor')).toBe(false);
  expect(isRecordablePath('/')).toBe(false);
  expect(isRecordablePath('')).toBe(false);
  expect(getFirstSegment('/buy/anna@example.com')).toBe('/buy');
});
