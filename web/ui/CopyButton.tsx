import './copyButton.css';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { text } from '../i18n/text.ts';

const COPIED_SHOWN_MS = 1500;

/** True for a moment after `copy` was called; the answer stands where the press was. */
export function useCopied(): readonly [string | null, (value: string) => void] {
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return undefined;
    const timer = setTimeout(() => setCopied(null), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (value: string) => {
    void navigator.clipboard.writeText(value).then(() => setCopied(value));
  };
  return [copied, copy];
}

type CopyButtonProps = {
  readonly value: string;
  /** What it copies: "Copy order number". */
  readonly label: string;
};

export function CopyButton({ value, label }: CopyButtonProps) {
  const [copied, copy] = useCopied();
  return (
    <button
      type="button"
      className="copy-button"
      // The visible words are part of the accessible name, also while they say that the value was copied.
      aria-label={copied ? `${label}, ${text('ui.copied')}` : label}
      data-copied={copied ? '' : undefined}
      onClick={() => copy(value)}
    >
      {copied ? (
        <Check size={16} strokeWidth={2.4} aria-hidden="true" />
      ) : (
        <Copy size={16} strokeWidth={2.2} aria-hidden="true" />
      )}
      <output className={copied ? '' : 'unseen'}>{copied ? text('ui.copied') : ''}</output>
    </button>
  );
}
