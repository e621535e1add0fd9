import { text } from '../../i18n/text.ts';
import { TextField } from '../../ui/TextField.tsx';
import { nameTexts } from './addressName.ts';

type NameFieldProps = {
  readonly value: string;
  readonly onChange: (name: string) => void;
  /** Why the server refused it. */
  readonly error?: string | undefined;
};

/** The name of a saved address, with its length. Typed beyond the limit it says so, and nothing is cut off. */
export function NameField({ value, onChange, error }: NameFieldProps) {
  const { hint, error: tooLong } = nameTexts(value);
  return (
    <TextField
      label={text('addressBook.name')}
      name="addressName"
      value={value}
      error={error ?? tooLong}
      hint={hint}
      onChange={onChange}
    />
  );
}
