import './linkNotice.css';
import { text } from '../../../i18n/text.ts';
import { Note } from '../../../ui/Note.tsx';
import type { UnofferedPart } from './reduceToOffered.ts';

/** Longer names are truncated; no supported currency or provider has one. */
const MAX_NAME_LENGTH = 24;

const textKeys = {
  pay_currency: 'edit.link_pay_currency',
  crypto: 'edit.link_crypto',
  provider: 'edit.link_provider',
} as const satisfies Record<UnofferedPart['what'], string>;

/** Explains which parts of the link are not available here and what the buyer can do. */
export function LinkNotice({ unoffered }: { readonly unoffered: readonly UnofferedPart[] }) {
  return unoffered.map(({ what, name }) => (
    <div key={what} className="link-notice" role="alert">
      <Note tone="warn">
        {text(textKeys[what], { name: name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name })}
      </Note>
    </div>
  ));
}
