import './ways.css';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { Kbd } from '../Kbd.tsx';

export type EffectOption = {
  readonly id: string;
  /** The action with its amount: "Refund 1,640.00 EUR". */
  readonly title: ReactNode;
  /** Its effect on the money, and who is notified. */
  readonly effect: ReactNode;
  /** The key that selects it; it never sends. */
  readonly keys?: string;
  /** Why it is unavailable now. */
  readonly refused?: string;
};

type EffectOptionsProps = {
  readonly label: string;
  readonly options: readonly EffectOption[];
  /** Undefined at first: no option is preselected. */
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
  /** In a row within a card, or one below the other. */
  readonly layout?: 'row' | 'column';
};

/** Options of which one is selected, each with its effect or the reason why it is unavailable. */
export function EffectOptions({ label, options, value, onChange, layout = 'row' }: EffectOptionsProps) {
  return (
    <RadioGroup
      className="ways"
      data-layout={layout}
      aria-label={label}
      value={value ?? null}
      onValueChange={(id) => onChange(String(id))}
    >
      {options.map((option) => (
        <label key={option.id} className="way" data-refused={option.refused === undefined ? undefined : ''}>
          <span className="way-title">
            <Radio.Root className="way-radio" value={option.id} disabled={option.refused !== undefined}>
              <Radio.Indicator />
            </Radio.Root>
            <span>{option.title}</span>
            {option.keys !== undefined && <Kbd>{option.keys}</Kbd>}
          </span>
          <span className="way-effect">{option.refused ?? option.effect}</span>
        </label>
      ))}
    </RadioGroup>
  );
}
