import { type RefObject, useEffect } from 'react';
import type { Host } from './host.ts';

/** Reports the content's height to the host: once when it is drawn, and whenever it changes. */
export function useReportHeight(box: RefObject<HTMLElement | null>, host: Host): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let reported: number | null = null;
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(element.getBoundingClientRect().height);
      if (height === reported) return;
      host.send(
        reported === null
          ? { type: 'slipway:ready', height, title: document.title }
          : { type: 'slipway:resize', height },
      );
      reported = height;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, host]);
}
