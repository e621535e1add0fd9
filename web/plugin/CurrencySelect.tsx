import '../ui/amount/currencyPill.css';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { CurrencyPill } from '../ui/amount/CurrencyPill.tsx';
import { Coin } from '../ui/picture/Picture.tsx';

export type CurrencyChoice = {
  /** API id. */
  readonly id: string;
  /** Text of the pill. */
  readonly code: string;
  /** Text in the list: the code with a distinguishing name. */
  readonly label: string;
  readonly image: string;
  readonly popular: boolean;
};

type CurrencySelectProps = {
  /** Accessible name. */
  readonly label: string;
  readonly popularLabel: string;
  readonly otherLabel: string;
  /** Empty while loading. */
  readonly choices: readonly CurrencyChoice[];
  readonly selected: string;
  readonly locked: boolean;
  readonly onSelect: (id: string) => void;
};

/** A pill over a native select: the frame may be too small for a sheet, and only the native list can extend beyond it. */
export function CurrencySelect(props: CurrencySelectProps) {
  const { label, choices, selected, locked, onSelect } = props;
  const chosen = choices.find(({ id }) => id === selected);
  if (!chosen) return <span className="plugin-select-coming" />;
  const { code, image } = chosen;
  if (locked) return <CurrencyPill code={code} src={image} locked />;
  const groups = [
    { name: props.popularLabel, entries: choices.filter(({ popular }) => popular) },
    { name: props.otherLabel, entries: choices.filter(({ popular }) => !popular) },
  ].filter(({ entries }) => entries.length > 0);
  return (
    <span className="currency-pill plugin-select">
      <Coin src={image} symbol={code} size={28} />
      <span aria-hidden="true">{code}</span>
      <ChevronDown size={18} strokeWidth={2.2} aria-hidden="true" />
      <select aria-label={label} value={selected} onChange={(event) => onSelect(event.currentTarget.value)}>
        {groups.map(({ name, entries }) => (
          <optgroup key={name} label={name}>
            {entries.map((entry) => (
              <option key={entry.id} value={entry.id}>
                {entry.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </span>
  );
}
