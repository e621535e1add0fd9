import './ways.css';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { Kbd } from './Kbd.tsx';

export type Way = {
  readonly id: string;
  /** The act with its amount: "Give back 1,640.00 EUR". */
  readonly title: ReactNode;
  /** What it does to the money, and what is told to whom. */
  readonly effect: ReactNode;
  /** The key that chooses it; it never sends. */
  readonly keys?: string;
  /** Why it cannot be chosen now. */
  readonly refused?: string;
};

type WaysProps = {
  readonly label: string;
  readonly ways: readonly Way[];
  /** Undefined at first: none is chosen beforehand. */
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
  /** Beside each other in a card, or one below the other. */
  readonly layout?: 'row' | 'column';
};

/** The legal ways on, each with its price before it is gone. */
export function Ways({ label, ways, value, onChange, layout = 'row' }: WaysProps) {
  return (
    <RadioGroup
      className="ways"
      data-layout={layout}
      aria-label={label}
      value={value ?? null}
      onValueChange={(id) => onChange(String(id))}
    >
      {ways.map((way) => (
        <label key={way.id} className="way" data-refused={way.refused === undefined ? undefined : ''}>
          <span className="way-title">
            <Radio.Root className="way-radio" value={way.id} disabled={way.refused !== undefined}>
              <Radio.Indicator />
            </Radio.Root>
            <span>{way.title}</span>
            {way.keys !== undefined && <Kbd>{way.keys}</Kbd>}
          </span>
          <span className="way-effect">{way.refused ?? way.effect}</span>
        </label>
      ))}
    </RadioGroup>
  );
}
