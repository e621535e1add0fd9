import { SelectField } from '../../parts/SelectField.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { type AskedInput, LABELS, type Way } from './askedInput.ts';

type AskedFieldsProps = {
  readonly way: Way;
  readonly input: AskedInput;
  readonly onChange: (input: AskedInput) => void;
};

/** What an act needs besides its reason: chosen of what the server has found, or typed. */
export function AskedFields({ way: { asks, choices }, input, onChange }: AskedFieldsProps) {
  if (asks.length === 0) return null;
  return (
    <div className="order-asks">
      {asks.map((name) => {
        const options = choices[name];
        const change = (value: string) => onChange({ ...input, [name]: value });
        return options ? (
          <SelectField key={name} label={LABELS[name]} options={options} value={input[name]} onChange={change} />
        ) : (
          <TextField key={name} label={LABELS[name]} value={input[name] ?? ''} onChange={change} />
        );
      })}
    </div>
  );
}
