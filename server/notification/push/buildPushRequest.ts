import webPush from 'web-push';
import { z } from 'zod';
import type { WebhookPost } from '../../platform/webhook/postWebhook.ts';
import type { DuePush } from './pushDeliveryStore.ts';
import type { PushIdentity } from './pushIdentity.ts';

/** A push service discards a message that it could not deliver within this time. */
const KEPT_SECONDS = 30 * 60;

/** Console pages that a waking alert and a mention open. */
const ALERTS_PAGE = '/console/today';
const MENTIONS_PAGE = '/console/mentions';

const messageSchema = z.object({ data: z.object({ kind: z.string(), about: z.string(), count: z.number() }) });

/**
 * Returns the content of a push: kind, description, count and link. It names no order, and no person except the author of a
 * mention, although only the browser can decrypt it.
 */
export function buildPushPayload({ message, body }: Pick<DuePush, 'message' | 'body'>): string {
  const { kind, about, count } = messageSchema.parse(JSON.parse(body)).data;
  return JSON.stringify({ message, kind, about, count, open: kind === 'mention' ? MENTIONS_PAGE : ALERTS_PAGE });
}

/**
 * Builds a push encrypted for the browser (RFC 8291) and signed for its push service (RFC 8292). Returns undefined if the
 * browser's keys are invalid.
 */
export function buildPushRequest(
  { publicKey, privateKey, subject }: PushIdentity,
  { endpoint, p256dh, auth, topic }: Pick<DuePush, 'endpoint' | 'p256dh' | 'auth' | 'topic'>,
  payload: string,
): WebhookPost | undefined {
  let details: webPush.RequestDetails;
  try {
    details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { publicKey, privateKey, subject },
      TTL: KEPT_SECONDS,
      urgency: 'high',
      topic,
      contentEncoding: 'aes128gcm',
    });
  } catch {
    return undefined;
  }
  const { headers, body } = details;
  return {
    url: endpoint,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: body ?? Buffer.alloc(0),
  };
}
