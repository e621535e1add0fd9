import { describe, expect, test } from 'vitest';
import { isPlausibleEmail, parseSentCode } from './sentCode.ts';

describe('isPlausibleEmail', () => {
  test.each(['anna@example.com', 'a.b+c@sub.example.co', 'ü@exämple.de'])('accepts %s', (email) => {
    expect(isPlausibleEmail(email)).toBe(true);
  });

  test.each(['', 'anna', 'anna@example', '@example.com', 'anna@', 'a b@example.com', 'anna@example.', 'a@b@c.de'])(
    'refuses %s',
    (email) => {
      expect(isPlausibleEmail(email)).toBe(false);
    },
  );

  test('refuses text that is longer than an address can be', () => {
    expect(isPlausibleEmail(`${'a'.repeat(250)}@example.com`)).toBe(false);
  });
});

describe('parseSentCode', () => {
  test('reads a stored code request', () => {
    expect(parseSentCode('{"email":"anna@example.com","resendAt":1795244460}')).toEqual({
      email: 'anna@example.com',
      resendAt: 1795244460,
    });
  });

  test.each([null, '', 'null', '{}', '{"email":"","resendAt":1}', '{"email":"a@b.c","resendAt":"1"}', '[]'])(
    'returns null for invalid data: %s',
    (stored) => {
      expect(parseSentCode(stored)).toBeNull();
    },
  );
});
