import './codeField.css';
import { useState } from 'react';
import { useSecondsUntil } from '../api/useSecondsUntil.ts';
import { text } from '../i18n/text.ts';
import { Button } from './Button.tsx';
import { codeDigits } from './codeDigits.ts';
import { TextField } from './TextField.tsx';

type CodeFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Epoch seconds of the server from which another code can be sent; null before the first. */
  readonly sendAgainAt: number | null;
  /** Sends a code; shows its own failures. */
  readonly onSend: () => Promise<void>;
};

/** A code with the link that sends it; the link is a countdown until another can be sent. */
export function CodeField({ label, value, onChange, error, hint, sendAgainAt, onSend }: CodeFieldProps) {
  const [sending, setSending] = useState(false);
  const left = useSecondsUntil(sendAgainAt) ?? 0;
  const change = (entered: string) => onChange(codeDigits(entered));
  const send = async () => {
    setSending(true);
    try {
      await onSend();
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="code-field">
      <TextField
        label={label}
        inputMode="numeric"
        autoComplete="one-time-code"
        name="code"
        value={value}
        error={error}
        hint={hint}
        onChange={change}
        onPaste={change}
        end={
          left > 0 ? (
            <span className="code-field-wait num" role="timer" aria-live="off">
              <span aria-hidden="true">{text('code.again_in', { seconds: left })}</span>
              <span className="unseen">{text('code.again_in_words', { seconds: left })}</span>
            </span>
          ) : (
            <Button kind="small" working={sending} onClick={() => void send()}>
              {text('code.send')}
            </Button>
          )
        }
      />
    </div>
  );
}
