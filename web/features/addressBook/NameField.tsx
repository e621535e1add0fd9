import { text } from '../../i18n/text.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { buildAddressNameTexts } from './addressName.ts';

type NameFieldProps = {
  readonly value: string;
  readonly onChange: (name: string) => void;
  /** Error from the server. */
  readonly error?: string | undefined;
};

/** Field for the name of a saved address, with a character count. A name that is too long shows an error and is not truncated. */
export function NameField({ value, onChange, error }: NameFieldProps) {
  const { hint, error: tooLong } = buildAddressNameTexts(value);
  return (
    <TextField
      label={text('addressBook.name')}
      name="addressName"
      value={value}
      error={error ?? tooLong}
      cause={hint}
      hint={hint}
      onChange={onChange}
    />
  );
}
