import { useSyncExternalStore } from 'react';

/** How long what somebody has decided can be taken back: until then nobody is told of it. */
export const HELD_MS = 10_000;

export type HeldBack = {
  /** What it is about: one thing has one decision at a time. */
  readonly id: string;
  /** The act by its name. */
  readonly title: string;
  readonly state: 'held' | 'sending' | 'failed';
  /** Why it was not sent. */
  readonly error?: string;
};

type Held = HeldBack & { readonly timer?: ReturnType<typeof setTimeout> };

let all: readonly Held[] = [];
const listeners = new Set<() => void>();

/** Sends after ten seconds, whichever screen is shown by then, unless it is taken back. */
export function holdBack({ id, title }: Pick<HeldBack, 'id' | 'title'>, send: () => Promise<unknown>): void {
  takeBack(id);
  const timer = setTimeout(() => void sendNow(id, send), HELD_MS);
  change([...all, { id, title, state: 'held', timer }]);
}

/** False where it has been sent already: then the server's word counts. */
export function takeBack(id: string): boolean {
  const held = all.find((one) => one.id === id);
  if (!held || held.state === 'sending') return false;
  clearTimeout(held.timer);
  change(all.filter((one) => one.id !== id));
  return held.state === 'held';
}

export function useHeldBack(): readonly HeldBack[] {
  return useSyncExternalStore(subscribe, heldBack);
}

export function heldBack(): readonly HeldBack[] {
  return all;
}

async function sendNow(id: string, send: () => Promise<unknown>): Promise<void> {
  const put = (state: 'sending' | 'failed', more: object = {}) =>
    change(all.map((one) => (one.id === id ? { id, title: one.title, state, ...more } : one)));
  put('sending');
  try {
    await send();
    change(all.filter((one) => one.id !== id));
  } catch (error) {
    put('failed', { error: error instanceof Error ? error.message : String(error) });
  }
}

function change(next: readonly Held[]): void {
  all = next;
  if (typeof window !== 'undefined') watchClosing(next.some(({ state }) => state !== 'failed'));
  for (const listener of listeners) listener();
}

/** Whoever closes the window now would leave a decision unsent. */
function watchClosing(isUnsent: boolean): void {
  if (isUnsent) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
