import './unopenedWindow.css';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../Button.tsx';
import { FieldMessage } from '../form/FieldMessage.tsx';

type BlockedWindowLinkProps = { readonly id: string; readonly href: string; readonly name: string };

/** Shown if the browser blocked a new window: a link, which is never blocked. */
export function BlockedWindowLink({ id, href, name }: BlockedWindowLinkProps) {
  return (
    <div className="unopened-window">
      <FieldMessage id={id} icon cause={text('buyPage.blocked')}>
        {text('buyPage.unopened', { name })}
      </FieldMessage>
      <ButtonLink
        leaves="new_tab"
        href={href}
        kind="filled"
        icon={<ArrowUpRight size={18} strokeWidth={2.2} aria-hidden="true" />}
      >
        {text('buyPage.open', { name })}
      </ButtonLink>
    </div>
  );
}
