import { consoleCall } from '../api/consoleCall.ts';
import { computeSha256 } from '../person/computeSha256.ts';

/** Served with the console's pages, because its scope must contain them. */
const WORKER_PATH = '/console/push.js';

/** Trusted Types, in browsers that support them. */
type TrustedPolicy = { createScriptURL(path: string): string };
type TrustedTypes = { createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy };

/** Trusted Types policy that accepts no other URL than the worker's. */
const workerUrlPolicy: TrustedPolicy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'slipway-worker',
  { createScriptURL: () => WORKER_PATH },
) ?? { createScriptURL: () => WORKER_PATH };

/**
 * Push support of this browser. `refused`: the person has blocked notifications; `home`: on an iPhone or iPad, only an app on
 * the home screen gets them.
 */
export type PushSupport = 'can' | 'refused' | 'home' | 'cannot';

export function detectPushSupport(): PushSupport {
  if (!('serviceWorker' in navigator)) return 'cannot';
  if (!('PushManager' in globalThis) || !('Notification' in globalThis))
    return /\b(?:iPhone|iPad)\b/.test(navigator.userAgent) ? 'home' : 'cannot';
  return Notification.permission === 'denied' ? 'refused' : 'can';
}

/** Returns the id by which the server lists this browser; undefined if it has not subscribed. */
export async function findOwnSubscriptionId(): Promise<string | undefined> {
  if (detectPushSupport() === 'cannot' || detectPushSupport() === 'home') return undefined;
  const registration = await navigator.serviceWorker.getRegistration(WORKER_PATH);
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? computeSha256(subscription.endpoint) : undefined;
}

/** Asks for permission, subscribes, and registers at the server. Returns false if the person has refused permission. */
export async function subscribeToPush(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushManager } = await registerPushWorker();
  // An existing subscription may be unknown to the server, expired, or made with a former key.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await consoleCall('subscribePush', {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  });
  return true;
}

/** Ends the subscription in the browser. Its entry at the server is removed by the call `unsubscribePush`. */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER_PATH);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

async function registerPushWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(workerUrlPolicy.createScriptURL(WORKER_PATH), { updateViaCache: 'none' });
  return navigator.serviceWorker.ready;
}
