import { useEffect, useState } from 'react';

const EVENTS_PATH = '/gateway/buying/orderEvents';

export type OrderEventState = {
  /** The event stream is open; the browser reconnects a broken one. */
  readonly connected: boolean;
  /** Sequence number of the newest announced event; -1 before the first. */
  readonly newest: number;
};

const noEvents: OrderEventState = { connected: false, newest: -1 };

/** Subscribes to an order's events. They only announce a change; the page then refetches the order. */
export function useOrderEvents(orderNo: string): OrderEventState {
  const [state, setState] = useState(noEvents);
  useEffect(() => {
    if (orderNo === '') return undefined;
    const events = new EventSource(`${EVENTS_PATH}?orderNo=${encodeURIComponent(orderNo)}`);
    const setConnected = (connected: boolean) => setState((before) => ({ ...before, connected }));
    events.addEventListener('open', () => setConnected(true));
    events.addEventListener('error', () => setConnected(false));
    events.addEventListener('message', ({ lastEventId }: MessageEvent<string>) => {
      const sequence = Number(lastEventId);
      setState((before) => ({ connected: true, newest: Math.max(before.newest, sequence || 0) }));
    });
    return () => {
      events.close();
      setState(noEvents);
    };
  }, [orderNo]);
  return state;
}
