import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { WebhookHeaders, WebhookVerifier } from '../../webhook.ts';

/** https://docs.sumsub.com/docs/webhook-manager (read 2026-11-21). SHA-1, which Sumsub still offers, is rejected. */
const ALGORITHMS: ReadonlyMap<string, 'sha256' | 'sha512'> = new Map([
  ['HMAC_SHA256_HEX', 'sha256'],
  ['HMAC_SHA512_HEX', 'sha512'],
]);

const bodySchema = z.object({
  type: z.string().min(1),
  applicantId: z.string().min(1),
  externalUserId: z.string().min(1),
  createdAtMs: z.union([z.string().min(1), z.number()]).optional(),
});

/**
 * Verifies Sumsub's webhooks. Its events have no id, and a repeated delivery has the same body. The event id is
 * therefore `applicantId:type:createdAtMs`; without the time, a digest of the body replaces it. Deliveries are repeated
 * for more than a day, so old ones are accepted.
 */
export function createSumsubWebhookVerifier(webhookSecret: string): WebhookVerifier {
  return (rawBody, headers) => {
    if (!isSigned(rawBody, headers, webhookSecret)) return null;
    const parsed = bodySchema.safeParse(parseJson(rawBody));
    if (!parsed.success) return null;
    const { applicantId, externalUserId, type, createdAtMs } = parsed.data;
    const timeOrDigest = createdAtMs ?? createHash('sha256').update(rawBody).digest('hex');
    return { eventId: `${applicantId}:${type}:${timeOrDigest}`, subjectId: externalUserId, kind: type };
  };
}

function isSigned(rawBody: Buffer, headers: WebhookHeaders, secret: string): boolean {
  const digest = headers['x-payload-digest'];
  const name = headers['x-payload-digest-alg'] ?? 'HMAC_SHA256_HEX';
  if (typeof digest !== 'string' || typeof name !== 'string') return false;
  const algorithm = ALGORITHMS.get(name);
  if (!algorithm) return false;
  const expected = createHmac(algorithm, secret).update(rawBody).digest();
  const given = Buffer.from(/^[0-9a-f]*$/.test(digest) ? digest : '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}
