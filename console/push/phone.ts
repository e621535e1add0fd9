import { consoleCall } from '../api/consoleCall.ts';

/** Served beside the console's pages, so that its scope is theirs. */
const WORKER_PATH = '/console/push.js';

/** What the browsers that know trusted types take for a string here. */
type TrustedPolicy = { createScriptURL(path: string): string };
type TrustedTypes = { createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy };

/** It gives the worker's address for every input. */
const workerAddress: TrustedPolicy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'slipway-worker',
  { createScriptURL: () => WORKER_PATH },
) ?? { createScriptURL: () => WORKER_PATH };

/** Whether this browser can be woken; `home`: on an iPhone, where only what is on the home screen can. */
export type PhoneState = 'can' | 'refused' | 'home' | 'cannot';

export function phoneState(): PhoneState {
  if (!('serviceWorker' in navigator)) return 'cannot';
  if (!('PushManager' in globalThis) || !('Notification' in globalThis))
    return /\b(?:iPhone|iPad)\b/.test(navigator.userAgent) ? 'home' : 'cannot';
  return Notification.permission === 'denied' ? 'refused' : 'can';
}

/** The id by which the server lists this browser; undefined where it has not subscribed. */
export async function idOfThisPhone(): Promise<string | undefined> {
  if (phoneState() === 'cannot' || phoneState() === 'home') return undefined;
  const registration = await navigator.serviceWorker.getRegistration(WORKER_PATH);
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? idOf(subscription.endpoint) : undefined;
}

/** SHA-256 in hex, as the server keeps it. */
export async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Asks whether it may, subscribes, and tells the server. False where the person has not allowed it. */
export async function wakeThisPhone(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushManager } = await readyWorker();
  // One that the server does not know, or that its push service has ended, or of a former key, is of no use.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await consoleCall('subscribePush', {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  });
  return true;
}

/** Ends it in the browser too. */
export async function letThisPhoneSleep(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER_PATH);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(workerAddress.createScriptURL(WORKER_PATH), { updateViaCache: 'none' });
  return navigator.serviceWorker.ready;
}
