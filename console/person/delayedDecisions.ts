import { useSyncExternalStore } from 'react';

/** How long a decision can be undone before it is sent. */
export const UNDO_WINDOW_MS = 10_000;

export type DelayedDecision = {
  /** The subject; each has at most one decision at a time. */
  readonly id: string;
  /** The action by its name. */
  readonly title: string;
  /** `held`: it can still be undone. */
  readonly state: 'held' | 'sending' | 'failed';
  /** Why sending failed. */
  readonly error?: string;
};

type ScheduledDecision = DelayedDecision & { readonly timer?: ReturnType<typeof setTimeout> };

let decisions: readonly ScheduledDecision[] = [];
const listeners = new Set<() => void>();

/**
 * Sends a decision after ten seconds unless it is undone, even if another screen is shown by then. Replaces an unsent decision
 * about the same subject.
 */
export function delayDecision(
  { id, title }: Pick<DelayedDecision, 'id' | 'title'>,
  send: () => Promise<unknown>,
): void {
  undoDecision(id);
  const timer = setTimeout(() => void sendDecision(id, send), UNDO_WINDOW_MS);
  setDecisions([...decisions, { id, title, state: 'held', timer }]);
}

/** Undoes a decision that is not being sent yet, or removes a failed one. Returns true only if it would still have been sent. */
export function undoDecision(id: string): boolean {
  const scheduled = decisions.find((one) => one.id === id);
  if (!scheduled || scheduled.state === 'sending') return false;
  clearTimeout(scheduled.timer);
  setDecisions(decisions.filter((one) => one.id !== id));
  return scheduled.state === 'held';
}

export function useDelayedDecisions(): readonly DelayedDecision[] {
  return useSyncExternalStore(subscribe, listDelayedDecisions);
}

export function listDelayedDecisions(): readonly DelayedDecision[] {
  return decisions;
}

async function sendDecision(id: string, send: () => Promise<unknown>): Promise<void> {
  const setState = (state: 'sending' | 'failed', more: object = {}) =>
    setDecisions(decisions.map((one) => (one.id === id ? { id, title: one.title, state, ...more } : one)));
  setState('sending');
  try {
    await send();
    setDecisions(decisions.filter((one) => one.id !== id));
  } catch (error) {
    setState('failed', { error: error instanceof Error ? error.message : String(error) });
  }
}

function setDecisions(next: readonly ScheduledDecision[]): void {
  decisions = next;
  if (typeof window !== 'undefined') warnBeforeClosing(next.some(({ state }) => state !== 'failed'));
  for (const listener of listeners) listener();
}

/** Warns before the window is closed with an unsent decision. */
function warnBeforeClosing(isUnsent: boolean): void {
  if (isUnsent) window.addEventListener('beforeunload', preventClosing);
  else window.removeEventListener('beforeunload', preventClosing);
}

function preventClosing(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
