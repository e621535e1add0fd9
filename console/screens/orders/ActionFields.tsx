import { SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { type ActionInput, FIELD_LABELS, type OrderAction } from './actionInput.ts';

type ActionFieldsProps = {
  readonly way: OrderAction;
  readonly input: ActionInput;
  readonly onChange: (input: ActionInput) => void;
};

/** Input that an act needs in addition to its reason: chosen from the server's options, or typed. */
export function ActionFields({ way: { asks, choices }, input, onChange }: ActionFieldsProps) {
  if (asks.length === 0) return null;
  return (
    <div className="order-asks">
      {asks.map((name) => {
        const options = choices[name];
        const change = (value: string) => onChange({ ...input, [name]: value });
        return options ? (
          <SelectField key={name} label={FIELD_LABELS[name]} options={options} value={input[name]} onChange={change} />
        ) : (
          <TextField key={name} label={FIELD_LABELS[name]} value={input[name] ?? ''} onChange={change} />
        );
      })}
    </div>
  );
}
