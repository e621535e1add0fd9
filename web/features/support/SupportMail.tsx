import './supportMail.css';
import { text } from '../../i18n/text.ts';

/** The operator's address for questions, ready to be written to. */
export function SupportMail() {
  const email = text('operator.support_email');
  return (
    <a className="support-mail" href={`mailto:${email}`}>
      {email}
    </a>
  );
}
