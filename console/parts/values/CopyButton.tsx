import './copyButton.css';
import { useCopying } from '@slipway/look/useCopying.ts';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';

type CopyButtonProps = {
  readonly value: string;
  /** Names the value: "Copy order number". */
  readonly label: string;
};

/** Copies a value. Place it after the element that shows the value, which is selected if the browser refuses to copy. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const [copying, copy] = useCopying();
  const status = copying === null ? '' : copying.isCopied ? 'Copied' : 'Selected: copy it manually';
  return (
    <>
      <button
        type="button"
        className="copy-button"
        aria-label={label}
        title={label}
        onClick={(event) => void copy(value, event.currentTarget.previousElementSibling)}
      >
        {copying?.isCopied ? (
          <Check size={14} strokeWidth={2.6} aria-hidden="true" />
        ) : (
          <Copy size={14} strokeWidth={2.1} aria-hidden="true" />
        )}
      </button>
      <output className={copying?.isCopied === false ? 'copy-refused' : 'unseen'}>{status}</output>
    </>
  );
}
