import './copyButton.css';
import { selectText, useCopying } from '@slipway/look/useCopying.ts';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { text } from '../i18n/text.ts';

type CopyButtonProps = {
  readonly value: string;
  /** What it copies: "Copy order number". */
  readonly label: string;
};

/**
 * Stands after the element that shows the value. Where the browser refuses to copy, that element is selected and its reader
 * is told to copy it by hand: a reference that was not copied must not be missed.
 */
export function CopyButton({ value, label }: CopyButtonProps) {
  const [copying, copy] = useCopying();
  const copied = copying?.taken === true;
  const refused = copying?.taken === false;
  const press = async (button: HTMLButtonElement) => {
    const shown = button.previousElementSibling;
    if (!(await copy(value))) selectText(shown);
  };
  return (
    <>
      <button
        type="button"
        className="copy-button"
        // The visible words are part of the accessible name, also while they say that the value was copied.
        aria-label={copied ? `${label}, ${text('ui.copied')}` : label}
        data-copied={copied ? '' : undefined}
        onClick={(event) => void press(event.currentTarget)}
      >
        {copied ? (
          <Check size={16} strokeWidth={2.4} aria-hidden="true" />
        ) : (
          <Copy size={16} strokeWidth={2.2} aria-hidden="true" />
        )}
        <output className={copied ? '' : 'unseen'}>{copied ? text('ui.copied') : ''}</output>
      </button>
      {/* A region that is told of must stand there before its words come. */}
      <output className={refused ? 'copy-refused' : 'unseen'}>{refused ? text('ui.copy_by_hand') : ''}</output>
    </>
  );
}
