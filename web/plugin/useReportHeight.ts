import { type RefObject, useEffect } from 'react';
import type { Host } from './host.ts';

/** Reports the content's height to the host: once when it is drawn, and whenever it changes. */
export function useReportHeight(box: RefObject<HTMLElement | null>, host: Host): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => Math.ceil(element.getBoundingClientRect().height);
    let reported = measure();
    // At once: browsers do not observe sizes in a frame that nobody has scrolled to.
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
