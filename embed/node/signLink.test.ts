import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { signLink } from './signLink.ts';

const secret = Buffer.alloc(32, 7);
const now = new Date('2026-11-21T10:40:00Z');

test('a link is a JWT that another library verifies, valid for five minutes and unique', async () => {
  const sign = () =>
    signLink(
      { id: 'link_1', secret: secret.toString('base64url') },
      { origin: 'https://shop.example', getCurrency: 'BTC' },
      now,
    );
  const { payload, protectedHeader } = await jwtVerify(sign(), secret, { currentDate: now, maxTokenAge: 300 });
  expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'link_1' });
  expect(payload).toMatchObject({
    origin: 'https://shop.example',
    getCurrency: 'BTC',
    jti: expect.stringMatching(/^.{36}$/),
  });
  expect(payload.exp).toBe((payload.iat ?? 0) + 300);
  expect(sign()).not.toBe(sign());
});
