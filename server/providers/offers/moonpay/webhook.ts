import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { WebhookVerifier } from '../../webhook.ts';

const bodySchema = z.object({
  type: z.string().min(1),
  data: z.object({
    id: z.string().min(1),
    updatedAt: z.string().default(''),
    externalTransactionId: z.string().min(1),
  }),
});

/**
 * Verifies `Moonpay-Signature-V2: t=<seconds>,s=<hex>`: HMAC-SHA256 over `t.body`
 * (https://dev.moonpay.com/reference/reference-webhooks-signature, read 2026-11-22). Events have no id; a repeated
 * event has the same update time of its transaction. Deliveries are repeated for days, so old ones are accepted.
 */
export function createMoonpayWebhookVerifier(webhookKey: string): WebhookVerifier {
  return (rawBody, headers) => {
    const header = headers['moonpay-signature-v2'];
    if (typeof header !== 'string' || !isSigned(rawBody, header, webhookKey)) return null;
    const parsed = bodySchema.safeParse(parseJson(rawBody));
    if (!parsed.success) return null;
    const { type, data } = parsed.data;
    return { eventId: `${data.id}:${type}:${data.updatedAt}`, subjectId: data.externalTransactionId, kind: type };
  };
}

function isSigned(rawBody: Buffer, header: string, key: string): boolean {
  const match = /^t=(\d{1,12}),s=([0-9a-f]{64})$/.exec(header.replaceAll(' ', ''));
  if (!match) return false;
  const [, time = '', signature = ''] = match;
  const expected = createHmac('sha256', key).update(`${time}.`).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}
