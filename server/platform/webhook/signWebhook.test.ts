import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { buildWebhookHeaders, formatWebhookSecret, parseWebhookSecret } from './signWebhook.ts';

const secrets = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
const [newest, former] = secrets;
const content = { id: 'evt_MTIzNA', at: new Date(), body: '{"type":"order.paid","data":{"reference":"größe 7"}}' };

/** Verifies with the specification's own library. */
function isAccepted(secret: Buffer, headers: Record<string, string>, body = content.body): boolean {
  try {
    new Webhook(formatWebhookSecret(secret)).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

describe('a receiver with the library of Standard Webhooks', () => {
  const headers = buildWebhookHeaders(secrets, content);

  test.each([
    ['the newest', newest],
    ['the former', former],
  ])('accepts a webhook signed with two secrets, knowing %s one', (_which, secret) => {
    expect(isAccepted(secret, headers)).toBe(true);
  });

  test('refuses another secret', () => {
    expect(isAccepted(Buffer.alloc(32, 3), headers)).toBe(false);
    expect(isAccepted(former, buildWebhookHeaders([newest], content))).toBe(false);
  });

  test.each([
    ['id', { 'webhook-id': 'evt_MTIzNB' }],
    ['time', { 'webhook-timestamp': String(Math.floor(content.at.getTime() / 1000) - 1) }],
    ['signature', { 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` }],
    ['kind of signature', { 'webhook-signature': (headers['webhook-signature'] ?? '').replaceAll('v1,', 'v2,') }],
  ])('refuses another %s', (_what, altered) => {
    for (const secret of secrets) expect(isAccepted(secret, { ...headers, ...altered })).toBe(false);
  });

  test('refuses another body', () => {
    expect(isAccepted(newest, headers, content.body.replace('paid', 'expired'))).toBe(false);
  });

  test('refuses an old signature', () => {
    expect(isAccepted(newest, buildWebhookHeaders(secrets, { ...content, at: new Date(Date.now() - 600_000) }))).toBe(
      false,
    );
  });
});

test('parses a secret as it was formatted', () => {
  expect(formatWebhookSecret(newest)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(parseWebhookSecret(formatWebhookSecret(newest))).toEqual(newest);
});
