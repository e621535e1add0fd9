import { type PointerEvent, type RefObject, useRef } from 'react';

/**
 * The element closes if it is dragged this far, or at least 16 px and faster than one pixel per two milliseconds. Otherwise
 * it moves back.
 */
const CLOSE_DISTANCE_PX = 96;
const CLOSE_SPEED = 0.5;

/** Lets a sheet be dragged down (`block`) or a drawer to the inline end (`inline`); attach the handlers to its header. */
export function useDragAway(partRef: RefObject<HTMLElement | null>, axis: 'inline' | 'block', onAway: () => void) {
  const start = useRef<{ at: number; time: number } | null>(null);
  const getInlineSign = () => (document.documentElement.dir === 'rtl' ? -1 : 1);
  /** Position that increases along the axis. */
  const getPosition = (event: PointerEvent) => (axis === 'inline' ? event.clientX * getInlineSign() : event.clientY);
  const setOffset = (px: number) => {
    const offset = axis === 'inline' ? `${px * getInlineSign()}px 0` : `0 ${px}px`;
    if (partRef.current) partRef.current.style.translate = px === 0 ? '' : offset;
  };
  const end = (event: PointerEvent) => {
    if (!start.current) return;
    const moved = getPosition(event) - start.current.at;
    const speed = moved / Math.max(1, event.timeStamp - start.current.time);
    start.current = null;
    setOffset(0);
    partRef.current?.removeAttribute('data-dragged');
    if (moved > CLOSE_DISTANCE_PX || (moved > 16 && speed > CLOSE_SPEED)) onAway();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button, input, a')) return;
      start.current = { at: getPosition(event), time: event.timeStamp };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (!start.current) return;
      partRef.current?.setAttribute('data-dragged', '');
      setOffset(Math.max(0, getPosition(event) - start.current.at));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
