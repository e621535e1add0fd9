import { SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import type { Buyer } from './BuyerScreen.tsx';
import { formatLevel } from './formatLevel.ts';

/** The level, its last day and its evidence, as typed and signed. */
export type LevelDraft = { readonly level: string; readonly until: string; readonly because: string };

export const EMPTY_LEVEL: LevelDraft = { level: '', until: '', because: '' };

const LEVELS = [1, 2].map((level) => ({ value: String(level), label: `${level}: ${formatLevel(level)}` }));

type LevelFieldsProps = {
  readonly value: LevelDraft;
  readonly onChange: (value: LevelDraft) => void;
  /** The level that the buyer's details and documents give. */
  readonly verified: number;
};

/** Fields for the level, its end, and the evidence if it is above the verified level. */
export function LevelFields({ value, onChange, verified }: LevelFieldsProps) {
  return (
    <div className="buyer-level">
      <SelectField
        label="Level"
        options={LEVELS}
        value={value.level === '' ? undefined : value.level}
        onChange={(level) => onChange({ ...value, level })}
      />
      <TextField
        label="Valid through (UTC)"
        placeholder="2027-01-31"
        value={value.until}
        onChange={(until) => onChange({ ...value, until })}
      />
      {Number(value.level) > verified && (
        <TextField
          label="Evidence, recorded permanently in the audit trail"
          value={value.because}
          onChange={(because) => onChange({ ...value, because })}
          lines
        />
      )}
    </div>
  );
}

/** Returns what is missing, or undefined; the server checks the rest. */
export function findLevelError({ level, until, because }: LevelDraft, { verifiedLevel }: Buyer): string | undefined {
  if (level === '') return 'Choose a level.';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until)) return 'Enter the last day, such as 2027-01-31.';
  if (Number(level) > verifiedLevel && because.trim() === '')
    return `The verified level is ${verifiedLevel}: enter the evidence for a higher level.`;
  return undefined;
}
