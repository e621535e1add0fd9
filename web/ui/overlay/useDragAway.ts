import { type PointerEvent, type RefObject, useRef } from 'react';

/** Dragged this far, or faster than one pixel per two milliseconds, the element closes; otherwise it moves back. */
const CLOSE_DISTANCE_PX = 96;
const CLOSE_SPEED = 0.5;

/** Lets a sheet be dragged down (`block`) or a drawer to the inline end (`inline`); attach the handlers to its header. */
export function useDragAway(partRef: RefObject<HTMLElement | null>, axis: 'inline' | 'block', onAway: () => void) {
  const start = useRef<{ at: number; time: number } | null>(null);
  const towardEnd = () => (document.documentElement.dir === 'rtl' ? -1 : 1);
  /** Position that increases along the axis. */
  const place = (event: PointerEvent) => (axis === 'inline' ? event.clientX * towardEnd() : event.clientY);
  const put = (px: number) => {
    const offset = axis === 'inline' ? `${px * towardEnd()}px 0` : `0 ${px}px`;
    if (partRef.current) partRef.current.style.translate = px === 0 ? '' : offset;
  };
  const end = (event: PointerEvent) => {
    if (!start.current) return;
    const moved = place(event) - start.current.at;
    const speed = moved / Math.max(1, event.timeStamp - start.current.time);
    start.current = null;
    put(0);
    partRef.current?.removeAttribute('data-dragged');
    if (moved > CLOSE_DISTANCE_PX || (moved > 16 && speed > CLOSE_SPEED)) onAway();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button, input, a')) return;
      start.current = { at: place(event), time: event.timeStamp };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (!start.current) return;
      partRef.current?.setAttribute('data-dragged', '');
      put(Math.max(0, place(event) - start.current.at));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
