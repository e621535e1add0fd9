import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import type { WebhookVerifier } from '../../webhook.ts';

const bodySchema = z.object({
  type: z.string().min(1),
  purchase: z.object({ id: z.string().min(1), purchaseViewToken: z.string().min(1) }),
});

/**
 * Verifies `X-Body-Signature`: ECDSA over secp256k1 with SHA-256, DER, base64, over the body with its keys sorted
 * (https://docs.ramp.network/webhooks/, read 2026-11-22). Only the unsigned path contains the order number: a genuine
 * body can be sent to the URL of any order. Such a webhook only causes a query for the purchase that it names. Events have no id.
 */
export function createRampWebhookVerifier(webhookKey: string): WebhookVerifier {
  const key = createPublicKey({ key: Buffer.from(webhookKey, 'base64'), format: 'der', type: 'spki' });
  return (rawBody, headers, path) => {
    const signature = headers['x-body-signature'];
    if (typeof signature !== 'string' || path === undefined) return null;
    const body = parseJson(rawBody);
    if (
      body === undefined ||
      !verify('sha256', Buffer.from(serializeStableJson(body)), key, Buffer.from(signature, 'base64'))
    )
      return null;
    const parsed = bodySchema.safeParse(body);
    if (!parsed.success) return null;
    const { type, purchase } = parsed.data;
    return {
      eventId: `${path}:${purchase.id}:${type}`,
      subjectId: path,
      kind: type,
      providerOrderId: purchase.id,
      accessToken: purchase.purchaseViewToken,
    };
  };
}

/** Serializes JSON data as npm's fast-json-stable-stringify does: keys sorted, no whitespace. */
export function serializeStableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(serializeStableJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const entries = Object.keys(fields)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${serializeStableJson(fields[name])}`);
  return `{${entries.join(',')}}`;
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}
