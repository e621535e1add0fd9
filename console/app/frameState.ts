import type { Role } from '@slipway/contract/entities/roles.ts';
import { useSyncExternalStore } from 'react';
import type { PlaceId } from './placeIds.ts';

export type Session = {
  readonly person: { readonly name: string; readonly roles: readonly Role[] };
  readonly environment: {
    readonly kind: 'live' | 'test';
    /** Whose product it is: "Operator Payments". */
    readonly operator: string;
    /** The address of the other one, where there is one. */
    readonly otherUrl?: string;
  };
};

/** What waits at a place, and how loud: warn for clocks, bad for halts and differences. */
export type Waiting = { readonly count: number; readonly tone: 'plain' | 'warn' | 'bad' };

export type FrameState = {
  /** Undefined until the server has said who is here. */
  readonly session: Session | undefined;
  readonly waiting: Partial<Readonly<Record<PlaceId, Waiting>>>;
  /** Notes that name the person, and that they have not read. */
  readonly mentions: number;
  /** How often the stream of news was opened. */
  readonly lines: number;
  /** When the server was heard last, in ms of its time. */
  readonly heardAt: number | undefined;
  /** What the menu of the person can do; absent where it cannot be done. */
  readonly lock?: () => void;
  readonly leave?: () => void;
  /** Asks the server again after it was lost. */
  readonly askAgain?: () => void;
};

let state: FrameState = { session: undefined, waiting: {}, mentions: 0, lines: 0, heardAt: undefined };
const listeners = new Set<() => void>();

/** What the frame around the screens shows; the calls write it as the server tells. */
export function updateFrame(change: Partial<FrameState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export function frameNow(): FrameState {
  return state;
}

export function useFrame(): FrameState {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
