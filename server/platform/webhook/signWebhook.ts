import { createHmac } from 'node:crypto';

/** What a webhook is signed over. */
export type SignedContent = { readonly id: string; readonly at: Date; readonly body: string };

const SECRET_PREFIX = 'whsec_';

/** A secret as a receiver is told it. */
export function writeSecret(key: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(key).toString('base64');
}

export function readSecret(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}

/**
 * The headers of Standard Webhooks, and who sends it (https://www.standardwebhooks.com): the receiver drops an id that it knows, and a time
 * that is long ago. A signature for each key, since two are good while a secret is changed.
 */
export function webhookHeaders(keys: readonly Uint8Array[], { id, at, body }: SignedContent): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const sign = (key: Uint8Array) => createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    // Firewalls of receivers refuse requests without one.
    'user-agent': 'Slipway-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${sign(key)}`).join(' '),
  };
}
