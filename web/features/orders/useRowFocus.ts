import { createContext, type RefObject, use, useEffect, useLayoutEffect, useRef } from 'react';
import { takePlace } from './listPlace.ts';

/** Which order's row had the focus when it went from one part of the list to another. */
export type MovingFocus = {
  readonly leave: (orderNo: string) => void;
  /** True once, for the row that arrives. */
  readonly take: (orderNo: string) => boolean;
};

export function createMovingFocus(): MovingFocus {
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

export const MovingFocusContext = createContext<MovingFocus>(createMovingFocus());

/** Puts the focus on a row after Show more, on the way back from the order, and when the order moves to another part. */
export function useRowFocus(orderNo: string, takesFocus: boolean): RefObject<HTMLAnchorElement | null> {
  const link = useRef<HTMLAnchorElement>(null);
  const moving = use(MovingFocusContext);
  useEffect(() => {
    if (takesFocus) link.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  useEffect(() => {
    // After the app has scrolled the new page to its top.
    requestAnimationFrame(() => {
      if (!link.current || !takePlace(orderNo)) return;
      link.current.focus({ preventScroll: true });
      link.current.scrollIntoView({ block: 'center' });
    });
  }, [orderNo]);

  useLayoutEffect(() => {
    const row = link.current;
    if (moving.take(orderNo)) row?.focus({ preventScroll: true });
    return () => {
      if (row !== null && document.activeElement === row) moving.leave(orderNo);
    };
  }, [orderNo, moving]);
  return link;
}
