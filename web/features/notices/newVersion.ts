import { useSyncExternalStore } from 'react';
import type { WorkerMessage } from '../../worker/messages.ts';

/** `new_version`: one waits for the buyer's press. `updated`: another tab has taken it, this page goes on with its own. */
export type VersionNews = 'none' | 'new_version' | 'updated';

const PUT_OFF_KEY = 'newVersionPutOff';
const PUT_OFF_MS = 24 * 60 * 60_000;
const ANSWER_MS = 3000;

let current: VersionNews = 'none';
let waiting: ServiceWorker | null = null;
let taking = false;
const listeners = new Set<() => void>();

export function useVersionNews(): VersionNews {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => current,
  );
}

/** The buyer's press: the waiting version takes over, and this page is loaded again, once. */
export function takeNewVersion(): void {
  taking = true;
  if (waiting?.state === 'installed') say(waiting, { kind: 'take_over' });
  else location.reload();
}

/** Not now: for a day, in this tab. */
export function putOffNewVersion(): void {
  sessionStorage.setItem(PUT_OFF_KEY, String(Date.now()));
  announce('none');
}

/** Hears of a version that waits, and of one that another tab has taken. `ownFile` is a file of this page's version. */
export function followVersions(
  registration: ServiceWorkerRegistration,
  { serviceWorker }: Navigator,
  ownFile: string,
): void {
  let controller = serviceWorker.controller;
  const consider = async (worker: ServiceWorker | null) => {
    // The first worker has no former version to wait for.
    if (!worker || !serviceWorker.controller) return;
    // A page that was loaded since is of that version already: nothing changes for it.
    if (await hasFile(worker, ownFile)) return say(worker, { kind: 'take_over' });
    waiting = worker;
    announce('new_version');
  };
  void consider(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') void consider(installing);
    });
  });
  serviceWorker.addEventListener('controllerchange', () => {
    if (taking) return location.reload();
    const former = controller;
    controller = serviceWorker.controller;
    if (!former || !controller) return;
    void hasFile(controller, ownFile).then((own) => announce(own ? 'none' : 'updated'));
  });
}

/** A worker that does not answer counts as one of another version. */
function hasFile(worker: ServiceWorker, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<boolean>) => resolve(data), { once: true });
    port1.start();
    say(worker, { kind: 'has', path }, [port2]);
    setTimeout(() => resolve(false), ANSWER_MS);
  });
}

function say(worker: ServiceWorker, message: WorkerMessage, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}

function announce(news: VersionNews): void {
  const putOff = Date.now() - Number(sessionStorage.getItem(PUT_OFF_KEY)) < PUT_OFF_MS;
  current = putOff ? 'none' : news;
  for (const listener of listeners) listener();
}
