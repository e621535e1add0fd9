import Lock from 'lucide-react/icons/lock';
import { text } from '../../i18n/text.ts';
import { Note } from '../../ui/Note.tsx';

/** Shown above the Pay buttons of cards and wallets: the amount is first held, and charged later. */
export function HoldNotice() {
  return <Note icon={<Lock size={18} strokeWidth={2.1} aria-hidden="true" />}>{text('payment.held_first')}</Note>;
}
