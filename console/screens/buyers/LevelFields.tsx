import { SelectField } from '../../parts/SelectField.tsx';
import { TextField } from '../../parts/TextField.tsx';
import type { Buyer } from './BuyerScreen.tsx';
import { levelWords } from './levelWords.ts';

/** As it is signed. */
export type WantedLevel = { readonly level: string; readonly until: string; readonly because: string };

export const NO_LEVEL: WantedLevel = { level: '', until: '', because: '' };

const LEVELS = [1, 2].map((level) => ({ value: String(level), label: `${level}, as with ${levelWords(level)}` }));

type LevelFieldsProps = {
  readonly value: WantedLevel;
  readonly onChange: (value: WantedLevel) => void;
  /** What details and documents say. */
  readonly verified: number;
};

/** Which level, until when, and above what was verified: what shows it. */
export function LevelFields({ value, onChange, verified }: LevelFieldsProps) {
  return (
    <div className="buyer-level">
      <SelectField
        label="Counts as"
        options={LEVELS}
        value={value.level === '' ? undefined : value.level}
        onChange={(level) => onChange({ ...value, level })}
      />
      <TextField
        label="Until the end of, in UTC"
        placeholder="2027-01-31"
        value={value.until}
        onChange={(until) => onChange({ ...value, until })}
      />
      {Number(value.level) > verified && (
        <TextField
          label="What shows it, kept for ever"
          value={value.because}
          onChange={(because) => onChange({ ...value, because })}
          lines
        />
      )}
    </div>
  );
}

/** What is still missing; the server judges the rest. */
export function againstLevel({ level, until, because }: WantedLevel, { verifiedLevel }: Buyer): string | undefined {
  if (level === '') return 'Choose a level.';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until)) return 'Say until which day, such as 2027-01-31.';
  if (Number(level) > verifiedLevel && because.trim() === '')
    return `Verified is ${verifiedLevel}: say what shows more.`;
  return undefined;
}
