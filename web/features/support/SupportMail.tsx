import './supportMail.css';
import { text } from '../../i18n/text.ts';

/** Mailto link to the operator's support address. */
export function SupportMail() {
  const email = text('operator.support_email');
  return (
    <a className="support-mail" href={`mailto:${email}`}>
      {email}
    </a>
  );
}
