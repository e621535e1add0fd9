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
  const latestListeners = useRef(listeners);
  useEffect(() => {
    latestListeners.current = listeners;
  });
  return latestListeners;
}

export function addListeners(on: Listen, latestListeners: Readonly<RefObject<SlipwayListeners>>): void {
  on('ready', (detail) => latestListeners.current.onReady?.(detail));
  on('quote', (detail) => latestListeners.current.onQuote?.(detail));
  on('orderCreated', (detail) => latestListeners.current.onOrderCreated?.(detail));
  on('status', (detail) => latestListeners.current.onStatus?.(detail));
  on('close', (detail) => latestListeners.current.onClose?.(detail));
  on('error', (detail) => latestListeners.current.onError?.(detail));
}
