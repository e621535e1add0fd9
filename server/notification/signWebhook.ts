import { createHmac } from 'node:crypto';

/** What a webhook is signed over. */
export type SignedContent = { readonly id: string; readonly at: Date; readonly body: string };

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com): the receiver drops an id that it knows, and a time
 * that is long ago.
 */
export function webhookHeaders(key: Buffer, { id, at, body }: SignedContent): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
