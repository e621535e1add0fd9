import { createHmac } from 'node:crypto';

/** The signed content of a webhook. */
export type SignedContent = { readonly id: string; readonly at: Date; readonly body: string };

const SECRET_PREFIX = 'whsec_';

/** Returns a secret in the form given to a receiver. */
export function formatWebhookSecret(key: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(key).toString('base64');
}

export function parseWebhookSecret(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}

/**
 * Returns the sender's name and the headers of Standard Webhooks (https://www.standardwebhooks.com), by which the receiver drops
 * known ids and old timestamps. One signature per key, since two are valid during a rotation.
 */
export function buildWebhookHeaders(
  keys: readonly Uint8Array[],
  { id, at, body }: SignedContent,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const sign = (key: Uint8Array) => createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    // Some receivers' firewalls refuse requests without it.
    'user-agent': 'Slipway-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${sign(key)}`).join(' '),
  };
}
