import { useEffect, useState } from 'react';

const EVENTS_PATH = '/gateway/buying/orderEvents';

export type OrderNews = {
  /** The event stream is open; the browser opens a broken one again by itself. */
  readonly connected: boolean;
  /** Sequence of the newest event that was announced, -1 before the first. */
  readonly newest: number;
};

const noNews: OrderNews = { connected: false, newest: -1 };

/** Follows an order's events, which only say that something has changed: the page then asks for the order. */
export function useOrderNews(orderNo: string): OrderNews {
  const [news, setNews] = useState(noNews);
  useEffect(() => {
    if (orderNo === '') return undefined;
    const events = new EventSource(`${EVENTS_PATH}?orderNo=${encodeURIComponent(orderNo)}`);
    const connect = (connected: boolean) => setNews((before) => ({ ...before, connected }));
    events.addEventListener('open', () => connect(true));
    events.addEventListener('error', () => connect(false));
    events.addEventListener('message', ({ lastEventId }: MessageEvent<string>) => {
      const sequence = Number(lastEventId);
      setNews((before) => ({ connected: true, newest: Math.max(before.newest, sequence || 0) }));
    });
    return () => {
      events.close();
      setNews(noNews);
    };
  }, [orderNo]);
  return news;
}
