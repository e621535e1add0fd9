import './codeField.css';
import { useState } from 'react';
import { useSecondsUntil } from '../../api/useSecondsUntil.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../Button.tsx';
import { extractCodeDigits } from './extractCodeDigits.ts';
import { TextField } from './TextField.tsx';

type CodeFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Server time in epoch seconds from which another code can be sent; null before the first. */
  readonly sendAgainAt: number | null;
  /** Sends a code and shows its own errors. */
  readonly onSend: () => Promise<void>;
};

/** Field for a code, with a link to send it; the link is a countdown until another code can be sent. */
export function CodeField({ label, value, onChange, error, hint, sendAgainAt, onSend }: CodeFieldProps) {
  const [sending, setSending] = useState(false);
  const left = useSecondsUntil(sendAgainAt) ?? 0;
  const change = (entered: string) => onChange(extractCodeDigits(entered));
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
