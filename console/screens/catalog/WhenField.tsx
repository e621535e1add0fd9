import { SelectField } from '../../parts/SelectField.tsx';
import { TextField } from '../../parts/TextField.tsx';

type WhenFieldProps = {
  /** As it is written; undefined: at once. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly fault: string | undefined;
};

const OPTIONS = [
  { value: 'once', label: 'As soon as it is agreed to' },
  { value: 'time', label: 'At a time' },
];

/** When a change is made: the time is signed with it. */
export function WhenField({ value, onChange, fault }: WhenFieldProps) {
  return (
    <div className="catalog-when">
      <SelectField
        label="When"
        options={OPTIONS}
        value={value === undefined ? 'once' : 'time'}
        onChange={(chosen) => onChange(chosen === 'time' ? (value ?? '') : undefined)}
      />
      {value !== undefined && (
        <TextField
          label="Time, UTC"
          value={value}
          placeholder="2026-12-01 06:00"
          onChange={onChange}
          error={value === '' ? undefined : fault}
          hint="It is made then, if the row is still what it is here; until then it can be taken back."
        />
      )}
    </div>
  );
}
