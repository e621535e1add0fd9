import './methodGrid.css';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId, useState } from 'react';
import { text } from '../../i18n/text.ts';

/** Further methods are hidden behind "More". */
const COLLAPSED_COUNT = 6;
const SKELETON_COUNT = 5;

export type MethodChoice = {
  readonly id: string;
  readonly name: string;
  readonly icon: ReactNode;
  /** The fee, or why the method cannot be used for this amount. */
  readonly detail?: ReactNode;
  readonly disabled?: boolean;
};

type MethodGridProps = {
  readonly label: string;
  readonly choices: readonly MethodChoice[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
};

/** Grid of payment methods. Native radio buttons provide arrow-key navigation. */
export function MethodGrid({ label, choices, selected, onSelect }: MethodGridProps) {
  const [open, setOpen] = useState(false);
  const group = useId();
  const hidesSome = choices.length > COLLAPSED_COUNT && !open;
  const shown = hidesSome ? collapseChoices(choices, selected) : choices;
  return (
    <>
      <div className="method-grid" role="radiogroup" aria-label={label}>
        {shown.map((choice) => (
          <label key={choice.id} className="method-tile">
            <input
              type="radio"
              name={group}
              value={choice.id}
              checked={choice.id === selected}
              disabled={choice.disabled}
              onChange={() => onSelect(choice.id)}
            />
            <span className="method-tile-icon">{choice.icon}</span>
            <b>{choice.name}</b>
            {choice.detail && <small>{choice.detail}</small>}
            {choice.id === selected && (
              <span className="method-tile-tick">
                <Check size={12} strokeWidth={3.4} aria-hidden="true" />
              </span>
            )}
          </label>
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

/** Returns the first six methods, including the selected one. */
function collapseChoices(choices: readonly MethodChoice[], selected: string): readonly MethodChoice[] {
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
