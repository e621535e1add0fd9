import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { WebhookHeaders, WebhookVerifier } from '../../webhook.ts';
import type { CoinbaseOnrampConfig } from './manifest.ts';
import { parseReference } from './vendorNames.ts';

/** Coinbase's tolerance for the age of a signature; each delivery attempt has a new one. */
const TOLERANCE_SECONDS = 300;

const shared = { eventType: z.string().startsWith('onramp.'), partnerUserRef: z.string().min(1) };

/** `OnrampTransactionPayload` of the hosted page and `OnrampOrderPayload` of the headless API (@coinbase/cdp-sdk 1.57.0). */
const payloadSchema = z.union([
  z
    .object({ ...shared, transactionId: z.string().min(1) })
    .transform(({ transactionId: id, ...rest }) => ({ id, ...rest })),
  z.object({ ...shared, orderId: z.string().min(1) }).transform(({ orderId: id, ...rest }) => ({ id, ...rest })),
]);

/**
 * Verifies `X-Hook0-Signature: t=<seconds>,v0=<hex>,h=<names>,v1=<hex>`: HMAC-SHA256, `v0` over `t.body`, `v1` over
 * `t.names.values.body`. Coinbase recommends `v0`, which no proxy can invalidate; `v1` is verified only without it
 * (https://docs.cdp.coinbase.com/webhooks/verify-signatures, read 2026-11-22). The event id is in a header that `v0`
 * does not cover, so the signed bytes distinguish a repeated event from another.
 */
export function createCoinbaseWebhookVerifier(
  { webhookSecret, environment }: Pick<CoinbaseOnrampConfig, 'webhookSecret' | 'environment'>,
  now: () => Date,
): WebhookVerifier {
  return (rawBody, headers) => {
    if (!isSigned(rawBody, headers, webhookSecret, now())) return null;
    const parsed = payloadSchema.safeParse(parseJson(rawBody));
    if (!parsed.success) return null;
    const { id, eventType, partnerUserRef } = parsed.data;
    const subjectId = parseReference(partnerUserRef, environment);
    if (!subjectId) return null;
    const digest = createHash('sha256').update(rawBody).digest('hex').slice(0, 32);
    return { eventId: `${id}:${eventType}:${digest}`, subjectId, kind: eventType };
  };
}

function isSigned(rawBody: Buffer, headers: WebhookHeaders, secret: string, now: Date): boolean {
  const header = headers['x-hook0-signature'];
  if (typeof header !== 'string') return false;
  const parts = new Map(header.split(',').map((part) => splitOnce(part.trim())));
  const time = parts.get('t') ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1_000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const [bodyCode, bodyAndHeadersCode] = [parts.get('v0'), parts.get('v1')];
  if (bodyCode !== undefined) return isValidCode(bodyCode, secret, `${time}.`, rawBody);
  const names = parts.get('h') ?? '';
  const values = names.split(' ').map((name) => headers[name.toLowerCase()]);
  if (bodyAndHeadersCode === undefined || !values.every((value) => typeof value === 'string')) return false;
  return isValidCode(bodyAndHeadersCode, secret, `${time}.${names}.${values.join('.')}.`, rawBody);
}

function splitOnce(part: string): readonly [name: string, value: string] {
  const at = part.indexOf('=');
  return [part.slice(0, at), part.slice(at + 1)];
}

function isValidCode(code: string, secret: string, prefix: string, rawBody: Buffer): boolean {
  if (!/^[0-9a-f]{64}$/.test(code)) return false;
  const expected = createHmac('sha256', secret).update(prefix).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(code, 'hex'));
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}
