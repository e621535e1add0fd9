import { useEffect, useRef } from 'react';

/**
 * Index of letters next to a picker's list. Only for pointers: keyboards and screen readers use the search and the
 * headings.
 */
export function IndexRail({ letters }: { readonly letters: readonly string[] }) {
  const rail = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = rail.current;
    if (!element) return undefined;
    const jump = (event: PointerEvent) => {
      if (event.buttons === 0 && event.type === 'pointermove') return;
      const letter = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-jump]')
        ?.dataset.jump;
      const group = letter && element.closest('dialog')?.querySelector(`[data-letter="${CSS.escape(letter)}"]`);
      if (group) group.scrollIntoView({ block: 'start' });
    };
    element.addEventListener('pointerdown', jump);
    element.addEventListener('pointermove', jump);
    return () => {
      element.removeEventListener('pointerdown', jump);
      element.removeEventListener('pointermove', jump);
    };
  }, []);
  return (
    <div ref={rail} className="picker-rail" aria-hidden="true">
      {letters.map((letter) => (
        <span key={letter} data-jump={letter}>
          {letter}
        </span>
      ))}
    </div>
  );
}
