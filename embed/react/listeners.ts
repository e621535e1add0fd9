import type { Listen, Listener } from '@slipway/loader';
import { type RefObject, useEffect, useRef } from 'react';

/** Events of a purchase, as props; see the events of `@slipway/loader`. */
export type SlipwayListeners = {
  readonly onReady?: Listener<'ready'> | undefined;
  readonly onQuote?: Listener<'quote'> | undefined;
  readonly onOrderCreated?: Listener<'orderCreated'> | undefined;
  readonly onStatus?: Listener<'status'> | undefined;
  readonly onClose?: Listener<'close'> | undefined;
  readonly onError?: Listener<'error'> | undefined;
};

/** Returns a ref to the current listeners, so that new functions on every rendering have no other effect. */
export function useLatestListeners(listeners: SlipwayListeners): Readonly<RefObject<SlipwayListeners>> {
  const newest = useRef(listeners);
  useEffect(() => {
    newest.current = listeners;
  });
  return newest;
}

export function addListeners(on: Listen, newest: Readonly<RefObject<SlipwayListeners>>): void {
  on('ready', (detail) => newest.current.onReady?.(detail));
  on('quote', (detail) => newest.current.onQuote?.(detail));
  on('orderCreated', (detail) => newest.current.onOrderCreated?.(detail));
  on('status', (detail) => newest.current.onStatus?.(detail));
  on('close', (detail) => newest.current.onClose?.(detail));
  on('error', (detail) => newest.current.onError?.(detail));
}
