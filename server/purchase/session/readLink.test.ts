import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomToken } from '../../platform/secrets.ts';
import { anyMutation, mutateText } from './mutatedLink.testing.ts';
import { LINK_SECONDS, readLink } from './readLink.ts';
import { signLink } from './signedLink.testing.ts';

const key = { id: 'link_1', secret: Buffer.alloc(32, 7) };
const now = new Date('2026-11-21T10:00:00Z');
const ORIGIN = 'https://shop.example';
const WANTED = { origin: ORIGIN, sendCurrency: 'EUR', sendCurrencyAmount: '100', getCurrency: 'ETH' };

function findFailure(token: string, at = now) {
  return readLink(token, key.secret, at).then((reading) => {
    if (reading.kind === 'link') return 'it is read';
    return reading.kind === 'refused' ? `${reading.reason}: ${reading.why}` : `${reading.field}: ${reading.problem}`;
  });
}

function addSeconds(seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

test('reads the fixed terms of a link, with the defaults of createSession', async () => {
  const reading = await readLink(await signLink(key, { ...WANTED, jti: 'n'.repeat(24) }, { now }), key.secret, now);
  expect(reading).toMatchObject({
    kind: 'link',
    link: { nonce: 'n'.repeat(24), origin: ORIGIN, terms: { getCurrency: 'ETH', amountFixed: true, address: '' } },
  });
});

describe('a link is refused', () => {
  test('when it has expired, is not valid yet, or is valid for longer than five minutes', async () => {
    const link = await signLink(key, WANTED, { now });
    expect(await findFailure(link, addSeconds(LINK_SECONDS + 4))).toBe('it is read');
    expect(await findFailure(link, addSeconds(LINK_SECONDS + 6))).toMatch(/^expired: /);
    expect(await findFailure(await signLink(key, WANTED, { now, seconds: 301 }))).toBe(
      'exp: must be at most 300 seconds after iat',
    );
    expect(await findFailure(await signLink(key, WANTED, { now: addSeconds(60) }))).toMatch(/^early: /);
  });

  test('without a time, a nonce or an origin, or with an unknown claim', async () => {
    const without = (name: string) => signLink(key, { ...WANTED, [name]: undefined }, { now });
    expect(await findFailure(await without('iat'))).toBe('iat: is required');
    expect(await findFailure(await without('exp'))).toBe('exp: is required');
    expect(await findFailure(await without('jti'))).toBe('jti: is required');
    expect(await findFailure(await without('origin'))).toBe('origin: is required');
    expect(await findFailure(await signLink(key, { ...WANTED, jti: 'short' }, { now }))).toBe(
      'jti: must have at least 16 characters',
    );
    expect(await findFailure(await signLink(key, { ...WANTED, addres: 'x' }, { now }))).toBe(
      'addres: is not a known field',
    );
  });

  test('with another key or another algorithm, or without a signature', async () => {
    const link = await signLink(key, WANTED, { now });
    const other = await signLink({ ...key, secret: Buffer.alloc(32, 8) }, WANTED, { now });
    expect(await findFailure(other)).toMatch(/^unknown: signature/);
    const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url');
    const [, payload, signature] = link.split('.');
    expect(await findFailure(`${header({ alg: 'none', kid: key.id })}.${payload}.`)).not.toBe('it is read');
    expect(await findFailure(`${header({ alg: 'HS512', kid: key.id })}.${payload}.${signature}`)).not.toBe(
      'it is read',
    );
  });

  test('after any change of its characters', async () => {
    const link = await signLink(key, { ...WANTED, jti: randomToken() }, { now });
    const refused = fc.asyncProperty(anyMutation, async (mutation) => {
      const changed = mutateText(link, mutation);
      fc.pre(changed !== link);
      expect(await findFailure(changed)).not.toBe('it is read');
    });
    await fc.assert(refused, { numRuns: 1_000 });
  });
});
