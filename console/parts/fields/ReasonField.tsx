import './reasonField.css';
import type { KeyboardEvent } from 'react';
import { type Option, SelectField } from './SelectField.tsx';
import { TextField } from './TextField.tsx';

export type Reason = {
  /** Undefined until one is chosen. */
  readonly code: string | undefined;
  readonly text: string;
};

type ReasonFieldProps = {
  readonly codes: readonly Option[];
  readonly value: Reason;
  readonly onChange: (value: Reason) => void;
  readonly errors?: { readonly code?: string; readonly text?: string };
  /** Called for ⌘↵ in the text. */
  readonly onSend?: ((event: KeyboardEvent) => void) | undefined;
};

/** The reason of an action: a code for statistics, and text that is stored permanently. */
export function ReasonField({ codes, value, onChange, errors = {}, onSend }: ReasonFieldProps) {
  return (
    <div className="reason-field">
      <SelectField
        label="Reason"
        options={codes}
        value={value.code}
        onChange={(code) => onChange({ ...value, code })}
        error={errors.code}
      />
      <TextField
        label="Explanation, recorded permanently in the audit trail"
        value={value.text}
        onChange={(text) => onChange({ ...value, text })}
        error={errors.text}
        lines
        {...(onSend && {
          onKeyDown: (event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onSend(event);
          },
        })}
      />
    </div>
  );
}
