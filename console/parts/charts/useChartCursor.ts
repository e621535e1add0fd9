import { type KeyboardEvent, useState } from 'react';

/**
 * Returns the position of a chart's cursor, and the handler of its keys: arrows, Home and End move it; Escape removes it.
 */
export function useChartCursor(count: number) {
  const [chosen, setChosen] = useState<number>();
  const last = count - 1;
  const at = chosen === undefined || last < 0 ? undefined : Math.min(chosen, last);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveCursor(event.key, at, last);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next === 'away' ? undefined : next);
  };
  return { at, onKeyDown };
}

/** Returns the new position, starting at the newest; `away` to remove the cursor; undefined for other keys. Pure. */
export function moveCursor(key: string, at: number | undefined, last: number): number | 'away' | undefined {
  if (last < 0) return undefined;
  switch (key) {
    case 'ArrowRight':
      return at === undefined ? last : Math.min(last, at + 1);
    case 'ArrowLeft':
      return at === undefined ? last : Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return at === undefined ? undefined : 'away';
    default:
      return undefined;
  }
}
