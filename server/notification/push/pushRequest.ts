import webPush from 'web-push';
import { z } from 'zod';
import type { WebhookPost } from '../../platform/webhook/postWebhook.ts';
import type { DuePush } from './pushDeliveryStore.ts';
import type { PushIdentity } from './pushIdentity.ts';

/** A push service forgets what it could not bring to the phone by then. */
const KEPT_SECONDS = 30 * 60;

/** Where the console shows what wakes, and what else is told. */
const OPENS = '/console/today';
const MENTIONS_OPEN = '/console/mentions';

const told = z.object({ data: z.object({ kind: z.string(), about: z.string(), count: z.number() }) });

/**
 * The words of a push: what kind, how often, and where to look. Neither an order nor a person is in it, though only the browser
 * can read it.
 */
export function pushPayload({ message, body }: Pick<DuePush, 'message' | 'body'>): string {
  const { kind, about, count } = told.parse(JSON.parse(body)).data;
  return JSON.stringify({ message, kind, about, count, open: kind === 'mention' ? MENTIONS_OPEN : OPENS });
}

/** Encrypted for the browser (RFC 8291), signed for its push service (RFC 8292). Undefined where the browser's keys are none. */
export function pushRequest(
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
