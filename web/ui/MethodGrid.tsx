import './methodGrid.css';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { text } from '../i18n/text.ts';

/** Beyond this many the rest hides behind "More". */
const COLLAPSED_COUNT = 6;
const SKELETON_COUNT = 5;

export type MethodChoice = {
  readonly id: string;
  readonly name: string;
  readonly icon: ReactNode;
  /** The fee, or why the method cannot pay this amount. */
  readonly detail?: ReactNode;
  readonly disabled?: boolean;
};

type MethodGridProps = {
  readonly label: string;
  readonly choices: readonly MethodChoice[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
};

/** Payment methods as a radio group: arrow keys move the choice, Tab leaves it. */
export function MethodGrid({ label, choices, selected, onSelect }: MethodGridProps) {
  const [open, setOpen] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const hidesSome = choices.length > COLLAPSED_COUNT && !open;
  const shown = hidesSome ? collapsed(choices, selected) : choices;
  const reachable = shown.some((choice) => choice.id === selected) ? selected : shown[0]?.id;

  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const able = shown.filter((choice) => !choice.disabled);
    const at = able.findIndex((choice) => choice.id === reachable);
    const next = able[(at + step + able.length) % able.length];
    if (!next) return;
    onSelect(next.id);
    grid.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(next.id)}"]`)?.focus();
  };

  return (
    <>
      <div ref={grid} className="method-grid" role="radiogroup" aria-label={label} onKeyDown={move}>
        {shown.map((choice) => (
          <MethodTile
            key={choice.id}
            choice={choice}
            selected={choice.id === selected}
            reachable={choice.id === reachable}
            onSelect={onSelect}
          />
        ))}
      </div>
      {hidesSome && (
        <button type="button" className="method-grid-more" onClick={() => setOpen(true)}>
          {text('ui.more')}
          <ChevronDown size={18} strokeWidth={2.2} aria-hidden="true" />
        </button>
      )}
    </>
  );
}

type MethodTileProps = {
  readonly choice: MethodChoice;
  readonly selected: boolean;
  readonly reachable: boolean;
  readonly onSelect: (id: string) => void;
};

function MethodTile({ choice, selected, reachable, onSelect }: MethodTileProps) {
  return (
    <button
      type="button"
      role="radio"
      className="method-tile"
      data-id={choice.id}
      aria-checked={selected}
      aria-disabled={choice.disabled || undefined}
      tabIndex={reachable ? 0 : -1}
      onClick={() => !choice.disabled && onSelect(choice.id)}
    >
      <span className="method-tile-icon">{choice.icon}</span>
      <b>{choice.name}</b>
      {choice.detail && <small>{choice.detail}</small>}
      {selected && (
        <span className="method-tile-tick">
          <Check size={12} strokeWidth={3.4} aria-hidden="true" />
        </span>
      )}
    </button>
  );
}

/** The first six, the selected one among them. */
function collapsed(choices: readonly MethodChoice[], selected: string): readonly MethodChoice[] {
  const first = choices.slice(0, COLLAPSED_COUNT);
  const chosen = choices.find((choice) => choice.id === selected);
  return !chosen || first.includes(chosen) ? first : [...first.slice(0, -1), chosen];
}

export function MethodGridSkeleton() {
  return (
    <div className="method-grid" aria-hidden="true">
      {Array.from({ length: SKELETON_COUNT }, (_, index) => (
        <span key={index} className="method-tile method-tile-skeleton">
          <i />
          <i />
          <i />
        </span>
      ))}
    </div>
  );
}
