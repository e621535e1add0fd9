import { SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';

/** Returns whether the input of the action is the case of a legal hold. */
export function isLegalHoldAction(action: string): boolean {
  return action === 'place-legal-hold' || action === 'lift-legal-hold';
}

type LegalHoldFieldProps = {
  readonly action: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The cases for which the account is under a legal hold. */
  readonly cases: readonly string[];
};

/** A field for the case of a new legal hold, or for the case whose hold is lifted. */
export function LegalHoldField({ action, value, onChange, cases }: LegalHoldFieldProps) {
  if (action === 'lift-legal-hold')
    return (
      <SelectField
        label="Case"
        options={cases.map((reference) => ({ value: reference, label: reference }))}
        value={cases.includes(value) ? value : undefined}
        onChange={onChange}
      />
    );
  return (
    <TextField
      label="Case reference of the authority"
      hint="Recorded permanently in the audit trail: enter no names."
      value={value}
      onChange={onChange}
    />
  );
}

/** Returns what is missing, or undefined; the server checks the rest. */
export function findCaseError(action: string, value: string, cases: readonly string[]): string | undefined {
  if (action === 'lift-legal-hold') return cases.includes(value) ? undefined : 'Choose the case.';
  return value.trim() === '' ? 'Enter the case reference.' : undefined;
}
