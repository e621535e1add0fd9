import { getServerTime } from '../api/serverClock.ts';
import { getFrameState } from '../app/frameState.ts';
import { isLost } from '../parts/connection/formatAge.ts';

type PendingConfirmation = { readonly updatedAt: number; readonly answer: (yes: boolean) => void };

let pendingConfirmation: PendingConfirmation | undefined;
const listeners = new Set<() => void>();

/**
 * Returns whether to continue with the shown data: true if the server answered recently, otherwise the person's answer in the
 * dialog. A new question answers a pending one with no. Throws if no dialog is mounted.
 */
export async function confirmIfDataIsStale(): Promise<boolean> {
  const { updatedAt } = getFrameState();
  if (updatedAt === undefined || !isLost(updatedAt, getServerTime())) return true;
  if (listeners.size === 0)
    throw new Error('The server has not responded for a while. Reload the console and review the data again.');
  return new Promise((resolve) => {
    pendingConfirmation?.answer(false);
    setPendingConfirmation({
      updatedAt,
      answer(yes) {
        setPendingConfirmation(undefined);
        resolve(yes);
      },
    });
  });
}

export function getPendingConfirmation(): PendingConfirmation | undefined {
  return pendingConfirmation;
}

export function subscribeToConfirmation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setPendingConfirmation(next: PendingConfirmation | undefined): void {
  pendingConfirmation = next;
  for (const listener of listeners) listener();
}
