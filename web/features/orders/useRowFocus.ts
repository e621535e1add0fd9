import { createContext, type RefObject, use, useEffect, useLayoutEffect, useRef } from 'react';
import { takeOpenedOrder } from './openedOrder.ts';

/** Remembers which order's row had the focus when it moved to another section of the list. */
export type RowFocusMemory = {
  readonly leave: (orderNo: string) => void;
  /** Returns true once, for the order's row in its new section. */
  readonly take: (orderNo: string) => boolean;
};

export function createRowFocusMemory(): RowFocusMemory {
  let moving: string | null = null;
  return {
    leave: (orderNo) => {
      moving = orderNo;
    },
    take: (orderNo) => {
      const arrived = moving === orderNo;
      if (arrived) moving = null;
      return arrived;
    },
  };
}

export const RowFocusMemoryContext = createContext<RowFocusMemory>(createRowFocusMemory());

/** Focuses a row after Show more, after Back from its order, and when the order moves to another section. */
export function useRowFocus(orderNo: string, takesFocus: boolean): RefObject<HTMLAnchorElement | null> {
  const link = useRef<HTMLAnchorElement>(null);
  const rowFocus = use(RowFocusMemoryContext);
  useEffect(() => {
    if (takesFocus) link.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  useEffect(() => {
    // Runs after the app has scrolled the new page to its top.
    requestAnimationFrame(() => {
      if (!link.current || !takeOpenedOrder(orderNo)) return;
      link.current.focus({ preventScroll: true });
      link.current.scrollIntoView({ block: 'center' });
    });
  }, [orderNo]);

  useLayoutEffect(() => {
    const row = link.current;
    if (rowFocus.take(orderNo)) row?.focus({ preventScroll: true });
    return () => {
      if (row !== null && document.activeElement === row) rowFocus.leave(orderNo);
    };
  }, [orderNo, rowFocus]);
  return link;
}
