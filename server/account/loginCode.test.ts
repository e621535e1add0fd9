import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnGateway } from '../app/testGateway.testing.ts';
import { CODE_LIFETIME_SECONDS, hashCode, newCode, newSalt } from './loginCode.ts';
import { newestCode } from './sentCode.testing.ts';

const gateway = await openOwnGateway();

/** Of so many drawn digits each comes up nearly as often as another: beyond six deviations something else is wrong. */
const DRAWN = 6_000;

describe('a login code', () => {
  test('has six digits, each as likely as another', () => {
    const digits = Array.from({ length: DRAWN }, newCode);
    expect(digits.every((code) => /^\d{6}$/.test(code))).toBe(true);
    const counts = Map.groupBy(digits.join(''), (digit) => digit);
    const expected = (DRAWN * 6) / 10;
    const bound = 6 * Math.sqrt(DRAWN * 6 * 0.09);
    for (const digit of '0123456789') {
      expect(Math.abs((counts.get(digit)?.length ?? 0) - expected)).toBeLessThan(bound);
    }
  });

  test('is kept as a slow hash with a salt of its own', async () => {
    const [salt, another] = [newSalt(), newSalt()];
    expect(salt.length).toBeGreaterThanOrEqual(16);
    expect(salt).not.toEqual(another);
    expect(await hashCode('123456', salt)).not.toEqual(await hashCode('123456', another));
    await gateway.post('sendCode', { email: 'kept@example.com' });
    const code = await newestCode(gateway.database, 'kept@example.com');
    const kept = await gateway.database.one<{ hash: Buffer; salt: Buffer }>(
      sql`select code_hash as hash, salt from login_codes where email = 'kept@example.com'`,
    );
    expect(kept.hash).toEqual(await hashCode(code, kept.salt));
    expect(kept.hash).toHaveLength(32);
  });

  test('is over after ten minutes', async () => {
    expect(CODE_LIFETIME_SECONDS).toBeLessThanOrEqual(600);
    const email = 'late@example.com';
    const sent = await gateway.post('sendCode', { email });
    const code = await newestCode(gateway.database, email);
    const browser = { cookie: `slipway_login=${sent.cookies['slipway_login']}` };
    await gateway.database.run(sql`update clock set offset_seconds = offset_seconds + ${CODE_LIFETIME_SECONDS}`);
    const refused = await gateway.post('login', { email, code }, browser);
    expect(refused.body).toMatchObject({ data: { error: 'code_expired' } });
  });
});

test('a session is two halves of 256 bits, never the same twice', async () => {
  const [one, other] = [await gateway.loggedIn('halves@example.com'), await gateway.loggedIn('other@example.com')];
  const halves = [one, other].flatMap(({ authToken, headers }) => [authToken, headers['cookie']?.split('=')[1] ?? '']);
  expect(new Set(halves).size).toBe(4);
  for (const half of halves) expect(Buffer.from(half, 'base64url')).toHaveLength(32);
});
