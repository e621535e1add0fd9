import { isQuiet } from '../../api/connection.ts';
import { waitForConnection } from '../../api/waitForConnection.ts';
import { followVersions } from './newVersion.ts';

const WORKER_PATH = '/sw.js';
/** A page that stays open looks for a new version when it becomes visible, at most so often. */
const LOOK_AGAIN_MS = 60 * 60_000;

/** Chunks are named by their content: any change of the app changes this one's name too. */
const OWN_FILE = new URL(import.meta.url).pathname;

/** It gives the worker's address for every input. */
const workerAddress: TrustedPolicy = trustedTypes()?.createPolicy('slipway-worker', {
  createScriptURL: () => WORKER_PATH,
}) ?? { createScriptURL: () => WORKER_PATH };

/** Registers the worker when nothing is waited for, so that its files delay no quote. Without one the app is as it is. */
export async function registerWorker(): Promise<void> {
  // Absent where the page has no secure origin.
  if (!('serviceWorker' in navigator)) return;
  await waitForConnection(isQuiet);
  try {
    const registration = await navigator.serviceWorker.register(workerAddress.createScriptURL(WORKER_PATH), {
      updateViaCache: 'none',
    });
    followVersions(registration, navigator, OWN_FILE);
    lookAgain(registration);
  } catch {
    // A browser that keeps nothing (a private window, a full disk) has no worker.
  }
}

function lookAgain(registration: ServiceWorkerRegistration): void {
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - looked < LOOK_AGAIN_MS) return;
    looked = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** What the browsers that know trusted types take for a string here. */
type TrustedPolicy = { createScriptURL(path: string): string };
type TrustedTypes = { createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy };

function trustedTypes(): TrustedTypes | undefined {
  return (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
}
