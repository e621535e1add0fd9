import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from './faults.ts';

export type WebhookDelivery = {
  readonly url: string;
  readonly body: string;
  /** Called for each attempt, since vendors sign the time of sending. */
  readonly headers: () => Record<string, string>;
  /** The payment, order or other object of the webhook; a fault can be limited to one subject. */
  readonly subject: string;
};

const RETRY_DELAYS_MS = [250, 1_000, 3_000, 10_000, 30_000];

export type WebhookSender = { send(delivery: WebhookDelivery): void; stop(): Promise<void> };

/**
 * Creates a sender that delivers webhooks like vendors, and applies active faults. It retries up to five times, with growing
 * pauses, until a 2xx answer.
 */
export function createWebhookSender(standIn: string, faults: Faults): WebhookSender {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let delayedDelivery: WebhookDelivery | undefined;

  async function deliver(delivery: WebhookDelivery): Promise<void> {
    for (const delay of [0, ...RETRY_DELAYS_MS]) {
      if (delay > 0) await sleep(delay, undefined, { signal: stopping.signal });
      const accepted = await postWebhook(delivery, stopping.signal);
      if (accepted) return;
    }
  }

  function start(work: Promise<void>): void {
    const settled = work.catch(() => undefined);
    running.add(settled);
    void settled.finally(() => running.delete(settled));
  }

  return {
    send(delivery) {
      // The next webhook overtakes the delayed one. It uses no fault: the next fault applies to a later webhook.
      if (delayedDelivery) {
        const earlier = delayedDelivery;
        delayedDelivery = undefined;
        start(deliver(delivery).then(() => deliver(earlier)));
        return;
      }
      const fault = faults.take(
        standIn,
        ['webhook_twice', 'webhook_late', 'webhook_out_of_order', 'webhook_lost'],
        'webhook',
        delivery.subject,
      );
      switch (fault?.effect) {
        case 'webhook_lost':
          return;
        case 'webhook_out_of_order':
          delayedDelivery = delivery;
          return;
        case 'webhook_late':
          start(sleep((fault.size ?? 5) * 1000, undefined, { signal: stopping.signal }).then(() => deliver(delivery)));
          return;
        case 'webhook_twice':
          start(deliver(delivery).then(() => deliver(delivery)));
          return;
        default:
          start(deliver(delivery));
      }
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function postWebhook(delivery: WebhookDelivery, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(delivery.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...delivery.headers() },
      body: delivery.body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
