import { type PointerEvent, type RefObject, useRef } from 'react';

/** Dragged this far, or faster than a pixel per two milliseconds, the piece goes; otherwise it falls back. */
const ENOUGH_PX = 96;
const ENOUGH_SPEED = 0.5;

/** Lets a sheet be dragged down (`block`) or a drawer to the end of the line (`inline`); put the handlers on its head. */
export function useDragAway(partRef: RefObject<HTMLElement | null>, axis: 'inline' | 'block', onAway: () => void) {
  const start = useRef<{ at: number; time: number } | null>(null);
  const towardEnd = () => (document.documentElement.dir === 'rtl' ? -1 : 1);
  /** Grows along the axis. */
  const place = (event: PointerEvent) => (axis === 'inline' ? event.clientX * towardEnd() : event.clientY);
  const put = (px: number) => {
    const way = axis === 'inline' ? `${px * towardEnd()}px 0` : `0 ${px}px`;
    if (partRef.current) partRef.current.style.translate = px === 0 ? '' : way;
  };
  const end = (event: PointerEvent) => {
    if (!start.current) return;
    const moved = place(event) - start.current.at;
    const speed = moved / Math.max(1, event.timeStamp - start.current.time);
    start.current = null;
    put(0);
    partRef.current?.removeAttribute('data-dragged');
    if (moved > ENOUGH_PX || (moved > 16 && speed > ENOUGH_SPEED)) onAway();
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
