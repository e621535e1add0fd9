import './tooltip.css';
import Info from 'lucide-react/icons/info';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

type TooltipProps = {
  /** Accessible name of the button: the subject explained. */
  readonly label: string;
  readonly children: string;
};

/** Explanation behind a small button: opens on hover, or when pressed by keyboard or touch; Escape closes it. */
export function Tooltip({ label, children }: TooltipProps) {
  const id = useId();
  const frame = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState<'closed' | 'pointed' | 'pressed'>('closed');

  useEffect(() => {
    if (open === 'closed') return undefined;
    const closeOutside = ({ target }: PointerEvent) => {
      if (!frame.current?.contains(target as Node)) setOpen('closed');
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  const handlePointer = (event: React.PointerEvent, next: 'closed' | 'pointed') => {
    if (event.pointerType === 'mouse') setOpen((before) => (before === 'pressed' ? before : next));
  };
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen('closed');
  };
  return (
    <span
      ref={frame}
      className="tooltip"
      onPointerEnter={(event) => handlePointer(event, 'pointed')}
      onPointerLeave={(event) => handlePointer(event, 'closed')}
    >
      <button
        type="button"
        className="tooltip-button"
        aria-label={label}
        aria-describedby={id}
        aria-expanded={open !== 'closed'}
        onClick={() => setOpen(open === 'pressed' ? 'closed' : 'pressed')}
        onKeyDown={closeByKey}
        onBlur={() => setOpen('closed')}
      >
        <Info size={16} strokeWidth={2.1} aria-hidden="true" />
      </button>
      <span id={id} role="tooltip" className="tooltip-text" hidden={open === 'closed'}>
        {children}
      </span>
    </span>
  );
}
