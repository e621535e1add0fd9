import { expect, test } from 'vitest';
import { openOwnGateway } from './testGateway.testing.ts';

const gateway = await openOwnGateway();

async function check(partnerId: string, origin: string) {
  const url = `/embed/v1/site?${new URLSearchParams({ partnerId })}`;
  const answer = await gateway.app.inject({ url, headers: { origin } });
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
  });
  return answer.json<{ readonly code?: string; readonly message?: string }>();
}

test.each([
  ['shop', 'https://shop.example', undefined, undefined],
  ['shop', 'https://shop.example:8443', 'origin_unknown', /shop.example:8443 .*embed-doctor shop --page/],
  ['shop', 'http://shop.example', 'origin_unknown', /embed-doctor/],
  ['shop', 'null', 'origin_unknown', /embed-doctor/],
  ['shpo', 'https://shop.example', 'partner_unknown', /no partner/],
  ['', 'https://shop.example', 'partner_unknown', /no partner/],
  ['__proto__', 'https://shop.example', 'partner_unknown', /no partner/],
])('a page of partner %s at %s gets %s', async (partnerId, origin, code, message) => {
  const answer = await check(partnerId, origin);
  expect(answer.code).toBe(code);
  if (message) expect(answer.message).toMatch(message);
});
