import { listenToChannel } from '../../../platform/database/listenToChannel.ts';
import type { Log } from '../../../platform/log/log.ts';

const CHANNEL = 'order_events';

type Listener = (sequence: number) => void;

/** Notifies subscribers of changes of orders by any process, over one connection. */
export type OrderChangeListener = {
  subscribe(orderNo: string, listener: Listener): () => void;
  stop(): Promise<void>;
};

export function listenToOrderChanges(databaseUrl: string, log: Log): OrderChangeListener {
  const listeners = new Map<string, Set<Listener>>();
  const subscription = listenToChannel(databaseUrl, CHANNEL, log, {
    receive(payloads) {
      for (const payload of payloads) {
        const [orderNo = '', sequence = '0'] = payload.split(' ');
        for (const listener of listeners.get(orderNo) ?? []) listener(Number(sequence));
      }
    },
    // Changes may have been missed while disconnected: every subscriber queries its order again.
    connected() {
      for (const set of listeners.values()) for (const listener of set) listener(Number.MAX_SAFE_INTEGER);
    },
  });

  return {
    subscribe(orderNo, listener) {
      const set = listeners.get(orderNo) ?? new Set();
      listeners.set(orderNo, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(orderNo);
      };
    },
    stop: () => subscription.stop(),
  };
}
