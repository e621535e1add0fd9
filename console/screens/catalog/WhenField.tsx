import { SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';

type WhenFieldProps = {
  /** As typed; undefined for an immediate change. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly fault: string | undefined;
};

const OPTIONS = [
  { value: 'once', label: 'Immediately after approval' },
  { value: 'time', label: 'At a specific time' },
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
          hint="Applied at that time if the setting has not changed by then. Until then it can be canceled."
        />
      )}
    </div>
  );
}
