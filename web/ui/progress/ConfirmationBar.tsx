import './confirmationBar.css';
import { text } from '../../i18n/text.ts';

/** Up to this many confirmations have one segment each; above it a single bar fills. */
const MAX_SEGMENTS = 12;

type ConfirmationBarProps = {
  readonly confirmed: number;
  readonly required: number;
  /** "about 1 minute left", only if measured. */
  readonly remaining?: string;
};

/** Shows the confirmations of the delivery as a bar and as text. */
export function ConfirmationBar({ confirmed, required, remaining }: ConfirmationBarProps) {
  const done = Math.min(confirmed, required);
  const segments = required <= MAX_SEGMENTS;
  return (
    <div className="confirmation-bar" data-complete={done >= required ? '' : undefined}>
      <div className="confirmation-bar-line" aria-hidden="true">
        {segments ? (
          Array.from({ length: required }, (_, index) => <i key={index} data-filled={index < done ? '' : undefined} />)
        ) : (
          <i className="confirmation-bar-whole">
            <i data-filled="" style={{ width: `${(done / required) * 100}%` }} />
          </i>
        )}
      </div>
      <p>
        <b>{text('ui.confirmations', { confirmed: done, required })}</b>
        {remaining && <span>{remaining}</span>}
      </p>
    </div>
  );
}
