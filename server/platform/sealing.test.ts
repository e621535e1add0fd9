import { randomBytes, scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealKeyText, unsealKeyText } from './persons/sealedKeyText.ts';
import { seal, unseal } from './sealing.ts';

test('refuses to open what was changed, truncated or sealed for another purpose', () => {
  const key = randomBytes(32);
  const sealed = seal(key, 'row 1', Buffer.from('a secret'));
  expect(unseal(key, 'row 1', sealed).toString()).toBe('a secret');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal(key, 'row 1', changed)).toThrow();
    expect(() => unseal(key, 'row 1', sealed.subarray(0, at))).toThrow();
  }
  expect(() => unseal(key, 'row 2', sealed)).toThrow();
  expect(() => unseal(randomBytes(32), 'row 1', sealed)).toThrow();
});

test('derives the key of a passphrase with OWASP’s scrypt parameters and a random salt', () => {
  const [one, other] = [sealKeyText('a key', 'correct horse'), sealKeyText('a key', 'correct horse')];
  const bytes = Buffer.from(one.split('\n').slice(1, -2).join(''), 'base64');
  expect(bytes.subarray(0, 16)).not.toEqual(
    Buffer.from(other.split('\n').slice(1, -2).join(''), 'base64').subarray(0, 16),
  );
  const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
  const key = scryptSync('correct horse', bytes.subarray(0, 16), 32, cost);
  expect(unseal(key, 'SLIPWAY OPERATOR KEY', bytes.subarray(16)).toString()).toBe('a key');
  expect(() => unsealKeyText(one, 'correct hors')).toThrow();
});
