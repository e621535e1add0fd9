import './copyButton.css';
import { useCopying } from '@slipway/look/useCopying.ts';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { text } from '../i18n/text.ts';

type CopyButtonProps = {
  readonly value: string;
  /** Action label: "Copy order number". */
  readonly label: string;
};

/**
 * Copies the value; must follow the element that shows it. If the browser refuses, that element is selected and the
 * buyer is asked to copy it by hand, so that a failed copy is not overlooked.
 */
export function CopyButton({ value, label }: CopyButtonProps) {
  const [copying, copy] = useCopying();
  const copied = copying?.isCopied === true;
  const refused = copying?.isCopied === false;
  return (
    <>
      <button
        type="button"
        className="copy-button"
        // The visible text must be part of the accessible name, also while it shows that the value was copied.
        aria-label={copied ? `${label}, ${text('ui.copied')}` : label}
        data-copied={copied ? '' : undefined}
        onClick={(event) => void copy(value, event.currentTarget.previousElementSibling)}
      >
        {copied ? (
          <Check size={16} strokeWidth={2.4} aria-hidden="true" />
        ) : (
          <Copy size={16} strokeWidth={2.2} aria-hidden="true" />
        )}
        <output className={copied ? '' : 'unseen'}>{copied ? text('ui.copied') : ''}</output>
      </button>
      {/* A live region must exist before its text is inserted. */}
      <output className={refused ? 'copy-refused' : 'unseen'}>{refused ? text('ui.copy_by_hand') : ''}</output>
    </>
  );
}
