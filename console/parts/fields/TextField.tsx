import './field.css';
import { type KeyboardEventHandler, type ReactNode, type Ref, useId } from 'react';

type TextFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The fault, and how to correct it. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** The stored value, shown struck through next to a different new one. */
  readonly was?: string;
  readonly placeholder?: string;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly required?: boolean;
  /** Several lines that grow with the text. */
  readonly lines?: boolean;
  readonly inputMode?: 'text' | 'decimal' | 'numeric' | 'search' | 'email';
  readonly onKeyDown?: KeyboardEventHandler;
  readonly onKeyUp?: KeyboardEventHandler;
  readonly 'aria-autocomplete'?: 'list';
  readonly 'aria-controls'?: string | undefined;
  readonly 'aria-activedescendant'?: string | undefined;
  readonly ref?: Ref<HTMLInputElement & HTMLTextAreaElement>;
};

/** A text field with its label inside, above the value. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error, hint, was, lines = false, ref, ...rest } = props;
  const id = useId();
  const notes = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  const control = {
    ...rest,
    id,
    value,
    className: 'field-value',
    autoComplete: 'off',
    spellCheck: lines,
    // Phones would change addresses, codes and usernames.
    autoCapitalize: lines ? undefined : 'none',
    autoCorrect: lines ? undefined : 'off',
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': notes === '' ? undefined : notes,
  };
  const isChanged = was !== undefined && was !== value;
  return (
    <div className="field-group">
      <div
        className="field"
        data-error={error === undefined ? undefined : ''}
        data-changed={isChanged ? '' : undefined}
      >
        <label htmlFor={id}>{label}</label>
        <div className="field-line">
          {isChanged && (
            <s>
              <span className="unseen">before: </span>
              {was}
            </s>
          )}
          {lines ? (
            <textarea {...control} ref={ref} rows={1} onChange={(event) => onChange(event.currentTarget.value)} />
          ) : (
            <input {...control} ref={ref} onChange={(event) => onChange(event.currentTarget.value)} />
          )}
        </div>
      </div>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

type FieldNotesProps = { readonly id: string; readonly error: string | undefined; readonly hint?: ReactNode };

/** Notes below a field, referenced by the ids `${id}-error` and `${id}-hint`. */
export function FieldNotes({ id, error, hint }: FieldNotesProps) {
  return (
    <>
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </>
  );
}
