import { type RefObject, useEffect } from 'react';
import type { Host } from './host.ts';

/** Tells the host how high the content is: once when it is drawn, and whenever that changes. */
export function useTellHeight(box: RefObject<HTMLElement | null>, host: Host): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let told: number | null = null;
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(element.getBoundingClientRect().height);
      if (height === told) return;
      host.tell({ type: told === null ? 'slipway:ready' : 'slipway:resize', height });
      told = height;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, host]);
}
