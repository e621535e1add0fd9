import './field.css';
import { type HTMLInputAutoCompleteAttribute, type ReactNode, useId } from 'react';
import { FieldMessage } from './FieldMessage.tsx';

type TextFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  /** Called with trimmed pasted text; by default it goes through `onChange`. */
  readonly onPaste?: (pasted: string) => void;
  readonly error?: ReactNode;
  /** A second line under the error. */
  readonly cause?: ReactNode;
  /** Replaced by an error, which explains the expected input itself. */
  readonly hint?: ReactNode;
  readonly type?: 'text' | 'email' | 'tel' | 'search';
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly name?: string;
  readonly autoFocus?: boolean;
  readonly readOnly?: boolean;
  readonly disabled?: boolean;
  /** Grows with its text and uses the monospaced font: for addresses and hashes. */
  readonly multiline?: boolean;
  /** Inside the frame: at its end, or below the text of a multiline field. */
  readonly end?: ReactNode;
};

/** Text field whose label is always visible. The error is linked to it and announced once. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, onPaste, error, cause, hint, multiline, end } = props;
  const id = useId();
  const note = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const shared = {
    id,
    className: multiline ? 'field-value mono' : 'field-value',
    value,
    name: props.name,
    placeholder: props.placeholder,
    maxLength: props.maxLength,
    autoComplete: props.autoComplete ?? 'off',
    // Only for screens with a single field; never on a longer form.
    autoFocus: props.autoFocus,
    readOnly: props.readOnly,
    disabled: props.disabled,
    inputMode: props.inputMode,
    dir: isLeftToRight(props) ? 'ltr' : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': note,
    onBlur: props.onBlur,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value),
    onPaste: (event: React.ClipboardEvent) => {
      if (!onPaste) return;
      event.preventDefault();
      onPaste(event.clipboardData.getData('text').trim());
    },
  };
  return (
    <div className="field-group">
      <div className="field" data-error={error ? '' : undefined} data-multiline={multiline ? '' : undefined}>
        <label htmlFor={id}>{label}</label>
        {multiline ? (
          <textarea rows={2} spellCheck={false} autoCapitalize="none" autoCorrect="off" {...shared} />
        ) : (
          <input type={props.type ?? 'text'} {...shared} />
        )}
        {end && <div className="field-end">{end}</div>}
      </div>
      {error ? (
        <FieldMessage id={`${id}-error`} cause={cause} icon>
          {error}
        </FieldMessage>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="field-hint">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** Returns true for addresses, numbers, dates and codes, which are left-to-right in every language. */
function isLeftToRight({ type, inputMode, multiline }: TextFieldProps): boolean {
  return multiline === true || type === 'email' || type === 'tel' || (inputMode !== undefined && inputMode !== 'text');
}

/** Two fields in a row; stacked on very narrow screens. */
export function FieldPair({ children }: { readonly children: ReactNode }) {
  return <div className="field-pair">{children}</div>;
}
