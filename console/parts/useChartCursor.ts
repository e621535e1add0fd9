import { type KeyboardEvent, useState } from 'react';

/** Where the cursor of a chart stands, and the keys that move it: arrows, Home and End; Escape takes it away. */
export function useChartCursor(count: number) {
  const [chosen, setChosen] = useState<number>();
  const last = count - 1;
  const at = chosen === undefined || last < 0 ? undefined : Math.min(chosen, last);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedBy(event.key, at, last);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next === 'away' ? undefined : next);
  };
  return { at, onKeyDown };
}

/** Begins at the newest. Undefined for a key that is not the cursor's. Pure. */
export function movedBy(key: string, at: number | undefined, last: number): number | 'away' | undefined {
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
