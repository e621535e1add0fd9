/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events --
   a combobox with search: no element does this, and the keys are the text field's */
import './field.css';
import './selectField.css';
import { isComposing } from '@slipway/look/isComposing.ts';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { FieldMessage } from './FieldMessage.tsx';
import { findMatchingOptions } from './findMatchingOptions.ts';
import { useListbox } from './useListbox.ts';

export type SelectOption = {
  readonly value: string;
  readonly label: string;
  /** Language of the label, if different from the page. */
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
};

type SelectFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly placeholder?: string;
  /** What the field depends on, or how to choose. */
  readonly hint?: string | undefined;
  readonly name?: string;
  readonly disabled?: boolean;
  /** The list is long; set before it has loaded, so that the control does not change during use. */
  readonly long?: boolean;
};

/** Above this number of options the field becomes a search. */
const LONG_LIST = 12;

/** Selects from a list: a native select for short lists, a combobox with search for long ones. */
export function SelectField(props: SelectFieldProps) {
  const id = useId();
  const notes = [props.error && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(' ');
  const Control = (props.long ?? props.options.length > LONG_LIST) ? SearchSelect : NativeSelect;
  return (
    <div className="field-group">
      <div className="field field-select" data-error={props.error ? '' : undefined}>
        <label htmlFor={id}>{props.label}</label>
        <Control {...props} id={id} describedBy={notes === '' ? undefined : notes} />
        <ChevronDown className="field-chevron" size={20} strokeWidth={2.1} aria-hidden="true" />
      </div>
      {props.error && (
        <FieldMessage id={`${id}-error`} icon>
          {props.error}
        </FieldMessage>
      )}
      {props.hint && (
        <p id={`${id}-hint`} className="field-hint">
          {props.hint}
        </p>
      )}
    </div>
  );
}

type ControlProps = SelectFieldProps & { readonly id: string; readonly describedBy: string | undefined };

function NativeSelect({ id, describedBy, value, options, onChange, placeholder, error, name, disabled }: ControlProps) {
  return (
    <select
      id={id}
      name={name}
      className="field-value"
      value={value}
      disabled={disabled}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {(value === '' || placeholder) && (
        <option value="" disabled>
          {placeholder ?? ''}
        </option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value} lang={option.lang} dir={option.dir}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function SearchSelect({
  id,
  describedBy,
  value,
  options,
  onChange,
  placeholder,
  error,
  disabled,
  label,
}: ControlProps) {
  const [query, setQuery] = useState<string | null>(null);
  const chosen = options.find((option) => option.value === value);
  const open = query !== null;
  const shown = open ? findMatchingOptions(options, query) : [];
  const choose = (option: SelectOption | undefined) => {
    if (option) onChange(option.value);
    setQuery(null);
  };
  const listbox = useListbox(shown.length, (index) => choose(shown[index]));
  const { onKeyDown, ...comboboxProps } = listbox.comboboxProps;
  return (
    <>
      <input
        id={id}
        className="field-value"
        role="combobox"
        aria-controls={listbox.listId}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        placeholder={open ? (chosen?.label ?? placeholder) : placeholder}
        value={query ?? chosen?.label ?? ''}
        aria-expanded={open}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        {...comboboxProps}
        onFocus={() => setQuery('')}
        onClick={() => setQuery(query ?? '')}
        onBlur={() => setQuery(null)}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          listbox.setActive(0);
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Escape') setQuery(null);
          else if (!open && event.key === 'ArrowDown') setQuery('');
          else onKeyDown(event);
        }}
      />
      <div id={listbox.listId} className="select-list" role="listbox" aria-label={label} hidden={!open}>
        {shown.map((option, index) => (
          <div
            key={option.value}
            id={listbox.optionId(index)}
            role="option"
            tabIndex={-1}
            className="select-option"
            lang={option.lang}
            aria-selected={option.value === value}
            data-active={index === listbox.active ? '' : undefined}
            // The press must not blur the field, or the list closes before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <span dir={option.dir}>{option.label}</span>
            {option.value === value && <Check size={18} strokeWidth={2.4} aria-hidden="true" />}
          </div>
        ))}
        {open && options.length > 0 && shown.length === 0 && <p className="select-none">{text('ui.no_match')}</p>}
      </div>
    </>
  );
}
