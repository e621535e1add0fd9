import { describe, expect, test } from 'vitest';
import { isLive, isOwnPath, parseUserInfo } from './session.ts';

const user = { authToken: 'token', expTime: 1_755_000_000, kyc_level: 0 };

describe('the stored user', () => {
  test('is read', () => {
    expect(parseUserInfo(JSON.stringify(user))).toEqual(user);
  });

  test.each([null, '', '{', '"text"', '{}', '{"authToken":"","expTime":1}', '{"authToken":"a","expTime":"1"}'])(
    'anything else is nobody: %s',
    (stored) => {
      expect(parseUserInfo(stored)).toBeNull();
    },
  );

  test('counts only before expTime, in seconds', () => {
    expect(isLive(user, user.expTime * 1000 - 1)).toBe(true);
    expect(isLive(user, user.expTime * 1000)).toBe(false);
    expect(isLive(null, 0)).toBe(false);
  });
});

test.each([
  ['/my-orders?page=2', true],
  ['/', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['https://evil.example', false],
  ['javascript:alert(1)', false],
])('a login returns to %s: %s', (path, allowed) => {
  expect(isOwnPath(path)).toBe(allowed);
});
