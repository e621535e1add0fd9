import './linkNotice.css';
import { text } from '../../i18n/text.ts';
import { Note } from '../../ui/Note.tsx';
import type { Unoffered } from './offeredQuery.ts';

/** Longer names than this are cut: nothing that is sold has one. */
const LONGEST_NAME = 24;

const words = {
  pay_currency: 'edit.link_pay_currency',
  crypto: 'edit.link_crypto',
  provider: 'edit.link_provider',
} as const satisfies Record<Unoffered['what'], string>;

/** What a link asks for and cannot have here, and what to do about it. */
export function LinkNotice({ unoffered }: { readonly unoffered: readonly Unoffered[] }) {
  return unoffered.map(({ what, name }) => (
    <div key={what} className="link-notice" role="alert">
      <Note tone="warn">
        {text(words[what], { name: name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name })}
      </Note>
    </div>
  ));
}
