import type { Role } from '@slipway/contract/entities/roles.ts';
import { useSyncExternalStore } from 'react';
import type { SectionId } from './sectionIds.ts';

export type Session = {
  readonly person: { readonly name: string; readonly roles: readonly Role[] };
  readonly environment: {
    readonly kind: 'live' | 'test';
    /** Name of the installation, which the header shows: "Operator Payments". */
    readonly operator: string;
    /** URL of the other environment, if there is one. */
    readonly otherUrl?: string;
  };
};

/** Number of pending items of a section. Tone: warn if a deadline is near, bad for halts and differences. */
export type PendingCount = { readonly count: number; readonly tone: 'plain' | 'warn' | 'bad' };

export type FrameState = {
  /** Undefined until the server has answered. */
  readonly session: Session | undefined;
  readonly waiting: Partial<Readonly<Record<SectionId, PendingCount>>>;
  /** Unread notes that mention the person. */
  readonly mentions: number;
  /** How often the connection for live updates was opened. */
  readonly streamConnections: number;
  /** Time of the server's last answer, by the server's clock, in epoch milliseconds. */
  readonly updatedAt: number | undefined;
  /** Actions of the person's menu; absent if unavailable. */
  readonly lock?: () => void;
  readonly leave?: () => void;
  /** Reconnects to the server after the connection was lost. */
  readonly retry?: () => void;
};

let state: FrameState = { session: undefined, waiting: {}, mentions: 0, streamConnections: 0, updatedAt: undefined };
const listeners = new Set<() => void>();

/** Updates the state of the frame around the screens. */
export function updateFrame(change: Partial<FrameState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export function getFrameState(): FrameState {
  return state;
}

export function useFrameState(): FrameState {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
