import './field.css';
import './selectField.css';
import { Select } from '@base-ui/react/select';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import { FieldNotes } from './TextField.tsx';

export type Option = {
  readonly value: string;
  readonly label: string;
  /** Why it is unavailable now. */
  readonly refused?: string;
};

type SelectFieldProps = {
  readonly label: string;
  readonly options: readonly Option[];
  /** Undefined if nothing is chosen, as initially in every decision. */
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly name?: string;
  readonly disabled?: boolean;
};

/** A selection of one option from a short list. */
export function SelectField(props: SelectFieldProps) {
  const { label, options, value, onChange, placeholder = 'Choose', error, hint, name, disabled } = props;
  const id = useId();
  const notes = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field-group">
      <Select.Root
        items={options}
        value={value ?? null}
        onValueChange={(chosen) => chosen !== null && onChange(chosen)}
        {...(name !== undefined && { name })}
        {...(disabled !== undefined && { disabled })}
      >
        <Select.Trigger
          className="field select-field"
          aria-labelledby={`${id}-label ${id}-value`}
          aria-describedby={notes === '' ? undefined : notes}
          data-error={error === undefined ? undefined : ''}
        >
          <span id={`${id}-label`} className="field-label">
            {label}
          </span>
          <span id={`${id}-value`} className="select-value">
            <Select.Value placeholder={<span className="second">{placeholder}</span>} />
          </span>
          <Select.Icon className="select-icon">
            <ChevronDown size={15} strokeWidth={2.1} aria-hidden="true" />
          </Select.Icon>
        </Select.Trigger>
        <Select.Portal>
          <Select.Positioner className="over" sideOffset={4} alignItemWithTrigger={false}>
            <Select.Popup className="select-list">
              {options.map((option) => (
                <Select.Item
                  key={option.value}
                  value={option.value}
                  className="select-item"
                  disabled={option.refused !== undefined}
                >
                  <Select.ItemText>{option.label}</Select.ItemText>
                  {option.refused !== undefined && <span className="second">{option.refused}</span>}
                  <Select.ItemIndicator>
                    <Check size={15} strokeWidth={2.6} aria-hidden="true" />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}
