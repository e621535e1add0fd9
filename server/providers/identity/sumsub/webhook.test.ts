import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSumsubWebhookVerifier } from './webhook.ts';

const SECRET = 'webhook-secret';
const verify = createSumsubWebhookVerifier(SECRET);
const event = {
  type: 'applicantReviewed',
  applicantId: '5cb56e8e0a975a35f333cb83',
  externalUserId: 'buyer',
  createdAtMs: '2026-11-21 10:11:12.131',
};
const body = Buffer.from(JSON.stringify(event));

function computeDigest(algorithm: string, bytes = body, secret = SECRET): string {
  return createHmac(algorithm, secret).update(bytes).digest('hex');
}

function signContent(content: unknown): [Buffer, Record<string, string>] {
  const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  return [bytes, { 'x-payload-digest': computeDigest('sha256', bytes) }];
}

describe('a signed event', () => {
  test.each([
    ['sha256', undefined],
    ['sha256', 'HMAC_SHA256_HEX'],
    ['sha512', 'HMAC_SHA512_HEX'],
  ])('signed with %s, announced as %s, is verified', (algorithm, name) => {
    const hint = verify(body, { 'x-payload-digest': computeDigest(algorithm), 'x-payload-digest-alg': name });
    expect(hint).toEqual({
      eventId: '5cb56e8e0a975a35f333cb83:applicantReviewed:2026-11-21 10:11:12.131',
      subjectId: 'buyer',
      kind: 'applicantReviewed',
    });
  });

  test('without a time has an id that is computed from its content', () => {
    const { createdAtMs: _, ...timeless } = event;
    const first = verify(...signContent(timeless));
    expect(verify(...signContent(timeless))).toEqual(first);
    expect(verify(...signContent({ ...timeless, reviewStatus: 'completed' }))?.eventId).not.toBe(first?.eventId);
  });

  test('has an id that differs by time and type', () => {
    const ids = [
      event,
      { ...event, createdAtMs: '2026-11-21 10:11:12.132' },
      { ...event, type: 'applicantOnHold' },
    ].map((content) => verify(...signContent(content))?.eventId);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('an event is rejected', () => {
  test.each([
    ['by SHA-1', { 'x-payload-digest': computeDigest('sha1'), 'x-payload-digest-alg': 'HMAC_SHA1_HEX' }],
    ['by an unknown algorithm', { 'x-payload-digest': computeDigest('sha256'), 'x-payload-digest-alg': 'constructor' }],
    ['by another secret', { 'x-payload-digest': computeDigest('sha256', body, 'other') }],
    ['with a digest of another length', { 'x-payload-digest': computeDigest('sha256').slice(2) }],
    ['with a digest that is not hex', { 'x-payload-digest': 'z'.repeat(64) }],
    ['with an empty digest', { 'x-payload-digest': '' }],
    ['with two digests', { 'x-payload-digest': [computeDigest('sha256'), computeDigest('sha256')] }],
    [
      'with the algorithm of another digest',
      { 'x-payload-digest': computeDigest('sha256'), 'x-payload-digest-alg': 'HMAC_SHA512_HEX' },
    ],
    ['without a digest', {}],
  ])('%s', (_name, headers) => {
    expect(verify(body, headers)).toBeNull();
  });

  test.each([
    ['not JSON', '{'],
    ['not an object', '[]'],
    ['without a subject', { ...event, externalUserId: undefined }],
  ])('when its body is %s', (_name, content) => {
    expect(verify(...signContent(content))).toBeNull();
  });
});
