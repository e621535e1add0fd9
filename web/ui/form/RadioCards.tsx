import './checkbox.css';
import './radioCards.css';
import { type ReactNode, useId } from 'react';
import { FieldMessage } from './FieldMessage.tsx';

export type RadioChoice = {
  readonly value: string;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** Content at the end of the row, such as a card's brand. */
  readonly end?: ReactNode;
};

type RadioCardsProps = {
  /** Name of the group; shown as a heading unless `hideLabel`. */
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: string;
  readonly choices: readonly RadioChoice[];
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
};

/** Radio group in which each option has an explanation. Native radio buttons provide arrow-key navigation. */
export function RadioCards({ label, hideLabel, value, choices, onChange, error }: RadioCardsProps) {
  const id = useId();
  return (
    <fieldset
      className="radio-cards"
      data-error={error ? '' : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={hideLabel ? 'unseen' : 'heading'}>{label}</legend>
      {choices.map((choice, index) => (
        <label key={choice.value} className="radio-card">
          <input
            type="radio"
            name={id}
            value={choice.value}
            checked={choice.value === value}
            aria-describedby={choice.detail ? `${id}-${index}` : undefined}
            aria-labelledby={`${id}-${index}-title`}
            onChange={() => onChange(choice.value)}
          />
          <span className="radio-card-dot" />
          <span>
            <span id={`${id}-${index}-title`} className="radio-card-title">
              {choice.title}
            </span>
            {choice.detail && <small id={`${id}-${index}`}>{choice.detail}</small>}
          </span>
          {choice.end}
        </label>
      ))}
      {error && (
        <FieldMessage id={`${id}-error`} icon>
          {error}
        </FieldMessage>
      )}
    </fieldset>
  );
}
