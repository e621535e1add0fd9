import Lock from 'lucide-react/icons/lock';
import { text } from '../../i18n/text.ts';
import { Note } from '../../ui/Note.tsx';

/** Shown before every press of Pay: the amount is held, and when it is charged. */
export function HeldFirst() {
  return <Note icon={<Lock size={18} strokeWidth={2.1} aria-hidden="true" />}>{text('payment.held_first')}</Note>;
}
