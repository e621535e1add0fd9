import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import type { WebhookVerifier } from '../../webhook.ts';

const bodySchema = z.object({
  type: z.string().min(1),
  purchase: z.object({ id: z.string().min(1), purchaseViewToken: z.string().min(1) }),
});

/**
 * `X-Body-Signature`: ECDSA over secp256k1 with SHA-256, DER, base64, over the body with its keys sorted
 * (https://docs.ramp.network/webhooks/, read 2026-11-22). Of our order only the path tells, which is not signed: a genuine
 * body can be sent to any order's address. It only makes us ask for the purchase that it names. Events have no id.
 */
export function createWebhookVerifier(webhookKey: string): WebhookVerifier {
  const key = createPublicKey({ key: Buffer.from(webhookKey, 'base64'), format: 'der', type: 'spki' });
  return (rawBody, headers, path) => {
    const signature = headers['x-body-signature'];
    if (typeof signature !== 'string' || path === undefined) return null;
    const body = parseJson(rawBody);
    if (body === undefined || !verify('sha256', Buffer.from(stableJson(body)), key, Buffer.from(signature, 'base64')))
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

/** As npm's fast-json-stable-stringify writes what was read from JSON: keys sorted, nothing between. */
export function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const entries = Object.keys(fields)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${stableJson(fields[name])}`);
  return `{${entries.join(',')}}`;
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}
