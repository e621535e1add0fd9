import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { WebhookVerifier } from '../../webhook.ts';

const bodySchema = z.object({ data: z.string().max(200_000) });

const headSchema = z.object({ alg: z.literal('HS256') });

const claimsSchema = z.object({
  eventID: z.string().min(1),
  webhookData: z.object({
    id: z.string().min(1),
    status: z.string().default(''),
    partnerOrderId: z.string().min(1),
  }),
});

/**
 * Verifies `{ data: <JWT> }`, HS256 with the partner token at the time of sending
 * (https://docs.transak.com/guides/how-to-decrypt-webhook-payload, read 2026-11-22). The webhook does not identify the
 * token: the current and the previous ones are tried. A forged webhook never causes a new token to be requested. Events
 * have no id: an order is in each status once.
 */
export function createTransakWebhookVerifier(tokens: () => readonly string[]): WebhookVerifier {
  return (rawBody) => {
    const body = bodySchema.safeParse(parseJson(rawBody.toString('utf8')));
    const parts = body.success ? body.data.data.split('.') : [];
    const [head, claims, signature] = parts;
    if (parts.length !== 3 || head === undefined || claims === undefined || signature === undefined) return null;
    if (!headSchema.safeParse(decodeJwtPart(head)).success) return null;
    const given = Buffer.from(signature, 'base64url');
    if (!tokens().some((token) => isSignedWith(token, `${head}.${claims}`, given))) return null;
    const parsed = claimsSchema.safeParse(decodeJwtPart(claims));
    if (!parsed.success) return null;
    const { eventID, webhookData } = parsed.data;
    const { id, status, partnerOrderId } = webhookData;
    return { eventId: `${id}:${eventID}:${status}`, subjectId: partnerOrderId, kind: eventID, providerOrderId: id };
  };
}

function isSignedWith(token: string, signed: string, given: Buffer): boolean {
  const expected = createHmac('sha256', token).update(signed).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function decodeJwtPart(part: string): unknown {
  return parseJson(Buffer.from(part, 'base64url').toString('utf8'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
