import { hasNoPendingRequest } from '../../api/connection.ts';
import { waitForConnection } from '../../api/waitForConnection.ts';
import { followVersions } from './newVersion.ts';

const WORKER_PATH = '/sw.js';
/** Minimum interval between update checks when an open page becomes visible. */
const UPDATE_CHECK_INTERVAL_MS = 60 * 60_000;

/** Chunk names contain a content hash, so any change of the app changes this name. */
const OWN_FILE = new URL(import.meta.url).pathname;

/** Returns the worker's URL regardless of the input. */
const workerUrlPolicy: TrustedPolicy = getTrustedTypes()?.createPolicy('slipway-worker', {
  createScriptURL: () => WORKER_PATH,
}) ?? { createScriptURL: () => WORKER_PATH };

/**
 * Registers the service worker once no request is pending, so that its files do not delay a quote. The app also works
 * without it.
 */
export async function registerWorker(): Promise<void> {
  // Undefined on insecure origins.
  if (!('serviceWorker' in navigator)) return;
  await waitForConnection(hasNoPendingRequest);
  try {
    const registration = await navigator.serviceWorker.register(workerUrlPolicy.createScriptURL(WORKER_PATH), {
      updateViaCache: 'none',
    });
    followVersions(registration, navigator, OWN_FILE);
    checkForUpdates(registration);
  } catch {
    // Registration fails if the browser cannot store data (private window, full disk).
  }
}

function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let lastCheck = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lastCheck < UPDATE_CHECK_INTERVAL_MS) return;
    lastCheck = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** Type that browsers with Trusted Types accept in place of a string. */
type TrustedPolicy = { createScriptURL(path: string): string };
type TrustedTypes = { createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy };

function getTrustedTypes(): TrustedTypes | undefined {
  return (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
}
