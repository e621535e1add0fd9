import './howItWorks.css';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { type TextKey, text } from '../../i18n/text.ts';
import { Note } from '../../ui/Note.tsx';

const steps: readonly { readonly title: TextKey; readonly detail: TextKey }[] = [
  { title: 'how.offer', detail: 'how.offer_detail' },
  { title: 'how.address', detail: 'how.address_detail' },
  { title: 'how.pay', detail: 'how.pay_detail' },
];

/** Explains the steps of a purchase, in the second column on desktops. */
export function HowItWorks() {
  return (
    <section className="how-it-works">
      <h2>{text('how.title')}</h2>
      <ol>
        {steps.map((step, index) => (
          <li key={step.title}>
            <span aria-hidden="true">{index + 1}</span>
            <div>
              <b>{text(step.title)}</b>
              <p>{text(step.detail)}</p>
            </div>
          </li>
        ))}
      </ol>
      <Note icon={<ShieldCheck size={18} strokeWidth={1.9} aria-hidden="true" />}>{text('how.refund')}</Note>
    </section>
  );
}
