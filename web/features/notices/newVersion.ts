import { useSyncExternalStore } from 'react';
import type { WorkerMessage } from '../../worker/messages.ts';

/**
 * `new_version`: a new version is waiting for the buyer to accept it. `updated`: another tab activated it; this page
 * keeps its own version.
 */
export type VersionNotice = 'none' | 'new_version' | 'updated';

const POSTPONED_KEY = 'newVersionPutOff';
const POSTPONED_MS = 24 * 60 * 60_000;
const WORKER_ANSWER_MS = 3000;

let current: VersionNotice = 'none';
let waitingWorker: ServiceWorker | null = null;
let isActivating = false;
const listeners = new Set<() => void>();

export function useVersionNotice(): VersionNotice {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => current,
  );
}

/** Activates the waiting version, unless another tab has done so, and reloads this page once. */
export function activateNewVersion(): void {
  isActivating = true;
  if (waitingWorker?.state === 'installed') postToWorker(waitingWorker, { kind: 'take_over' });
  else location.reload();
}

/** Hides the notice for a day in this tab. */
export function postponeNewVersion(): void {
  sessionStorage.setItem(POSTPONED_KEY, String(Date.now()));
  publishNotice('none');
}

/** Watches for a waiting version, and for one that another tab activated. `ownFile` is a file of this page's version. */
export function followVersions(
  registration: ServiceWorkerRegistration,
  { serviceWorker }: Navigator,
  ownFile: string,
): void {
  let controller = serviceWorker.controller;
  const handleInstalled = async (worker: ServiceWorker | null) => {
    // The first worker replaces no earlier version.
    if (!worker || !serviceWorker.controller) return;
    // This page was loaded after the update and already has the version of the worker, so the switch changes nothing for it.
    if (await hasFile(worker, ownFile)) return postToWorker(worker, { kind: 'take_over' });
    waitingWorker = worker;
    publishNotice('new_version');
  };
  void handleInstalled(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') void handleInstalled(installing);
    });
  });
  serviceWorker.addEventListener('controllerchange', () => {
    if (isActivating) return location.reload();
    const former = controller;
    controller = serviceWorker.controller;
    if (!former || !controller) return;
    void hasFile(controller, ownFile).then((isOwnVersion) => publishNotice(isOwnVersion ? 'none' : 'updated'));
  });
}

/** Returns true if the worker's version contains the file; false also if the worker does not answer. */
function hasFile(worker: ServiceWorker, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<boolean>) => resolve(data), { once: true });
    port1.start();
    postToWorker(worker, { kind: 'has', path }, [port2]);
    setTimeout(() => resolve(false), WORKER_ANSWER_MS);
  });
}

function postToWorker(worker: ServiceWorker, message: WorkerMessage, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}

function publishNotice(notice: VersionNotice): void {
  const isPostponed = Date.now() - Number(sessionStorage.getItem(POSTPONED_KEY)) < POSTPONED_MS;
  current = isPostponed ? 'none' : notice;
  for (const listener of listeners) listener();
}
