import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { credentials } from '../../../../sandbox/world/credentials.ts';
import { readApiKey } from './apiKey.ts';
import { createBearerTokenFactory } from './bearerToken.ts';

const NOW = new Date('2026-11-22T16:00:00Z');
/** By the product's clock: tokens are dated ten seconds back, since Coinbase's clock may be behind. */
const PRODUCT_NOW = new Date('2026-11-22T16:00:10Z');
const keyId = 'b1a0e4f2-0000-4000-8000-51ab00000001';

/**
 * Made by `generateJwt` of @coinbase/cdp-sdk 1.57.0 with the sandbox's key at {@link NOW}, with the nonce that it drew.
 */
const OFFICIAL = [
  {
    method: 'POST',
    url: 'https://api.cdp.coinbase.com/platform/v2/onramp/sessions',
    nonce: 'c3718b497359275b25fa7c0a078769e9',
    token:
      'eyJhbGciOiJFZERTQSIsImtpZCI6ImIxYTBlNGYyLTAwMDAtNDAwMC04MDAwLTUxYWIwMDAwMDAwMSIsInR5cCI6IkpXVCIsIm5vbmNlIjoiYzM3MThiNDk3MzU5Mjc1YjI1ZmE3YzBhMDc4NzY5ZTkifQ.eyJzdWIiOiJiMWEwZTRmMi0wMDAwLTQwMDAtODAwMC01MWFiMDAwMDAwMDEiLCJpc3MiOiJjZHAiLCJ1cmlzIjpbIlBPU1QgYXBpLmNkcC5jb2luYmFzZS5jb20vcGxhdGZvcm0vdjIvb25yYW1wL3Nlc3Npb25zIl0sImlhdCI6MTc5NTM2MzIwMCwibmJmIjoxNzk1MzYzMjAwLCJleHAiOjE3OTUzNjMzMjB9.PePQX_jeVnK-z84jjOx4tKZOpGwqLNd0CC4sj3vmBWThjF6yr1HyEo_i5UAn3q7as_9Olt_NbZ-sq_v1uapxBQ',
  },
  {
    method: 'GET',
    url: 'https://api.developer.coinbase.com/onramp/v1/buy/options?country=DE',
    nonce: 'b7358e1eabaf8b99872b121db5f5b1bf',
    token:
      'eyJhbGciOiJFZERTQSIsImtpZCI6ImIxYTBlNGYyLTAwMDAtNDAwMC04MDAwLTUxYWIwMDAwMDAwMSIsInR5cCI6IkpXVCIsIm5vbmNlIjoiYjczNThlMWVhYmFmOGI5OTg3MmIxMjFkYjVmNWIxYmYifQ.eyJzdWIiOiJiMWEwZTRmMi0wMDAwLTQwMDAtODAwMC01MWFiMDAwMDAwMDEiLCJpc3MiOiJjZHAiLCJ1cmlzIjpbIkdFVCBhcGkuZGV2ZWxvcGVyLmNvaW5iYXNlLmNvbS9vbnJhbXAvdjEvYnV5L29wdGlvbnMiXSwiaWF0IjoxNzk1MzYzMjAwLCJuYmYiOjE3OTUzNjMyMDAsImV4cCI6MTc5NTM2MzMyMH0.3Rk8T9hRZHvSwK6XlvB5uibZWbixwMrBOlmNAKtTJJ0VElCfIkO-kt7hIzyQmxRU-KvaZCR6cTyXfI7j4hggBw',
  },
] as const;

function createKey(secret: string) {
  const key = readApiKey(secret);
  if (!key) throw new Error('no key');
  return key;
}

describe('the bearer token', () => {
  test.each(OFFICIAL)('for $method equals that of Coinbase’s own package', async ({ method, url, nonce, token }) => {
    const keySecret = createKey(credentials.coinbaseOnramp.keySecret);
    const createBearerToken = createBearerTokenFactory(
      { keyId, keySecret },
      () => PRODUCT_NOW,
      () => nonce,
    );
    expect(await createBearerToken(method, new URL(url))).toBe(token);
  });

  test.each(['pkcs8', 'sec1'] as const)('with a P-256 key in %s has the same claims', async (type) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ format: 'pem', type }).toString();
    for (const secret of [pem, pem.replaceAll('\n', String.raw`\n`)]) {
      const createBearerToken = createBearerTokenFactory({ keyId, keySecret: createKey(secret) }, () => PRODUCT_NOW);
      const token = await createBearerToken('GET', new URL(OFFICIAL[1].url));
      const { payload } = await jwtVerify(token, createPublicKey(privateKey), { currentDate: NOW });
      const official = JSON.parse(Buffer.from(OFFICIAL[1].token.split('.')[1] ?? '', 'base64url').toString());
      expect(payload).toEqual(official);
      const nonce = expect.stringMatching(/^[0-9a-f]{32}$/);
      expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', kid: keyId, typ: 'JWT', nonce });
    }
  });

  test('needs a key of one of the two supported kinds', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    for (const secret of ['', 'c2hvcnQ=', '-----BEGIN nothing', pem]) expect(readApiKey(secret)).toBeUndefined();
  });
});
