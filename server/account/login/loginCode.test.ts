import type * as crypto from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, test, vi } from 'vitest';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { readNewestCode } from '../sentCode.testing.ts';
import { CODE_LIFETIME_SECONDS, CODE_TRIES, generateCode, generateSalt, hashCode } from './loginCode.ts';

/** Hashes that have started wait for `released`, so that no test depends on how long one takes. */
const hashing = vi.hoisted(() => ({ now: 0, most: 0, released: Promise.resolve() }));

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>();
  type Done = (error: Error | null, hash: Buffer) => void;
  // Returns no promise, like Node's.
  const scrypt = (password: string, salt: Buffer, length: number, done: Done) => {
    hashing.now += 1;
    hashing.most = Math.max(hashing.most, hashing.now);
    const finish: Done = (error, hash) => {
      hashing.now -= 1;
      done(error, hash);
    };
    const begin = async () => {
      await hashing.released;
      real.scrypt(password, salt, length, finish);
    };
    void begin();
  };
  return { ...real, scrypt };
});

/** Node's default; half of the threads are left for files, host names, and password proofs of new connections. */
const THREADS = 4;

const gateway = await openOwnGateway();

/** In this many codes, each digit must be nearly equally frequent: a deviation of more than six sigma is an error. */
const DRAWN = 6_000;
const MANY = 24;

describe('a login code', () => {
  test('has six digits, each equally likely', () => {
    const digits = Array.from({ length: DRAWN }, generateCode);
    expect(digits.every((code) => /^\d{6}$/.test(code))).toBe(true);
    const counts = Map.groupBy(digits.join(''), (digit) => digit);
    const expected = (DRAWN * 6) / 10;
    const bound = 6 * Math.sqrt(DRAWN * 6 * 0.09);
    for (const digit of '0123456789') {
      expect(Math.abs((counts.get(digit)?.length ?? 0) - expected)).toBeLessThan(bound);
    }
  });

  test('is stored as a slow hash with a random salt', async () => {
    const [salt, another] = [generateSalt(), generateSalt()];
    expect(salt.length).toBeGreaterThanOrEqual(16);
    expect(salt).not.toEqual(another);
    expect(await hashCode('123456', salt)).not.toEqual(await hashCode('123456', another));
    await gateway.post('sendCode', { email: 'kept@example.com' });
    const code = await readNewestCode(gateway.database, 'kept@example.com');
    const kept = await gateway.database.one<{ hash: Buffer; salt: Buffer }>(
      sql`select code_hash as hash, salt from login_codes where email = 'kept@example.com'`,
    );
    expect(kept.hash).toEqual(await hashCode(code, kept.salt));
    expect(kept.hash).toHaveLength(32);
  });

  test('is hashed on at most half of Node’s threads', async () => {
    hashing.most = 0;
    await Promise.all(Array.from({ length: MANY }, () => hashCode('123456', generateSalt())));
    expect(hashing.most).toBe(THREADS / 2);
  });

  test('is hashed only after the try has been counted and committed', async () => {
    const email = 'counted@example.com';
    const sent = await gateway.post('sendCode', { email });
    const code = await readNewestCode(gateway.database, email);
    const { promise, resolve } = Promise.withResolvers<void>();
    hashing.released = promise;
    const browser = { cookie: `slipway_login=${sent.cookies['slipway_login']}` };
    const login = gateway.post('login', { email, code }, browser);
    const triesLeft = async () =>
      (
        await gateway.database.one<{ left: number }>(
          sql`select tries_left as left from login_codes where email = ${email}`,
        )
      ).left;
    await waitFor(async () => expect(await triesLeft()).toBeLessThan(CODE_TRIES));
    resolve();
    expect((await login).body).toMatchObject({ respCode: '200' });
  });

  test('works once when it is entered several times at the same moment', async () => {
    const email = 'once@example.com';
    const sent = await gateway.post('sendCode', { email });
    const code = await readNewestCode(gateway.database, email);
    const browser = { cookie: `slipway_login=${sent.cookies['slipway_login']}` };
    const tries = await Promise.all([1, 2, 3].map(() => gateway.post('login', { email, code }, browser)));
    const refused = tries.filter(({ body }) => body.respCode !== '200').map(({ body }) => body.data?.['error']);
    expect(refused).toEqual(['code_expired', 'code_expired']);
  });

  test('expires after ten minutes', async () => {
    expect(CODE_LIFETIME_SECONDS).toBeLessThanOrEqual(600);
    const email = 'late@example.com';
    const sent = await gateway.post('sendCode', { email });
    const code = await readNewestCode(gateway.database, email);
    const browser = { cookie: `slipway_login=${sent.cookies['slipway_login']}` };
    await gateway.database.run(sql`update clock set offset_seconds = offset_seconds + ${CODE_LIFETIME_SECONDS}`);
    const refused = await gateway.post('login', { email, code }, browser);
    expect(refused.body).toMatchObject({ data: { error: 'code_expired' } });
  });
});

test('splits a session into two random halves of 256 bits', async () => {
  const [one, other] = [await gateway.logIn('halves@example.com'), await gateway.logIn('other@example.com')];
  const halves = [one, other].flatMap(({ authToken, headers }) => [authToken, headers['cookie']?.split('=')[1] ?? '']);
  expect(new Set(halves).size).toBe(4);
  for (const half of halves) expect(Buffer.from(half, 'base64url')).toHaveLength(32);
});
