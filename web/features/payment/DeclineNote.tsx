import './declineNote.css';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect, useRef } from 'react';
import { declineText } from '../../i18n/declineText.ts';
import { text } from '../../i18n/text.ts';
import { Note } from '../../ui/Note.tsx';
import type { Payment } from './usePayment.ts';

type DeclineNoteProps = {
  readonly payment: Payment;
  /** A decline from an earlier visit, as reported by the checkout. */
  readonly earlier?: { readonly reason: string; readonly triesLeft: number } | null;
};

/** Explains why the payment was declined and how many payment attempts are left. Takes the focus after a press of Pay. */
export function DeclineNote({ payment: { failure }, earlier = null }: DeclineNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  const isNew = failure?.kind === 'declined';
  useEffect(() => {
    if (!isNew || !note.current) return;
    note.current.focus({ preventScroll: true });
    // The fields below must be visible too.
    note.current.scrollIntoView({ block: 'center' });
  }, [isNew]);
  const declined = failure === null ? earlier : failure.kind === 'declined' ? failure : null;
  if (!declined) return null;
  return (
    <div ref={note} className="decline-note" tabIndex={-1}>
      <div role="alert">
        <Note tone="bad" icon={<CircleAlert size={18} strokeWidth={2.2} aria-hidden="true" />}>
          <b>{declineText(declined.reason, declined.triesLeft > 0) ?? text('decline.declined')}</b>
          <span className="decline-note-detail">{text('payment.tries_left', { count: declined.triesLeft })}</span>
        </Note>
      </div>
    </div>
  );
}
