import { type RefObject, useEffect } from 'react';
import type { Host } from './host.ts';

/** Reports the content's height to the host on mount and whenever it changes. */
export function useReportHeight(box: RefObject<HTMLElement | null>, host: Host): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => Math.ceil(element.getBoundingClientRect().height);
    let reported = measure();
    // Sent at once, because browsers do not observe sizes in a frame that is not scrolled into view.
    host.send({ type: 'slipway:ready', height: reported, title: document.title });
    const observer = new ResizeObserver(() => {
      const height = measure();
      if (height === reported) return;
      host.send({ type: 'slipway:resize', height });
      reported = height;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, host]);
}
