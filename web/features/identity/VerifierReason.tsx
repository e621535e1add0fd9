import './verifierReason.css';
import { text } from '../../i18n/text.ts';

/** Language of the verifier's messages, regardless of the page language. */
const VERIFIER_LANGUAGE = 'en';

/** Explains a rejection in the page language, followed by the verifier's original message; '' if it gave none. */
export function VerifierReason({ message }: { readonly message: string }) {
  return (
    <>
      {text('identity.not_confirmed')}
      {message !== '' && (
        <q className="verifier-words" lang={VERIFIER_LANGUAGE} dir="ltr">
          {message}
        </q>
      )}
    </>
  );
}
