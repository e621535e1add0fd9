import './verifierReason.css';
import { text } from '../../i18n/text.ts';

/** The verifier writes in this language, not in the page's. */
const VERIFIER_LANGUAGE = 'en';

/** Why the verifier said no, in the page's language, with its own words below as they came; '' when it gave none. */
export function VerifierReason({ words }: { readonly words: string }) {
  return (
    <>
      {text('identity.not_confirmed')}
      {words !== '' && (
        <q className="verifier-words" lang={VERIFIER_LANGUAGE} dir="ltr">
          {words}
        </q>
      )}
    </>
  );
}
