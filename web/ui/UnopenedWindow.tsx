import './unopenedWindow.css';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { text } from '../i18n/text.ts';
import { ButtonLink } from './Button.tsx';
import { FieldMessage } from './FieldMessage.tsx';

type UnopenedWindowProps = { readonly id: string; readonly href: string; readonly name: string };

/** The browser opened no window: a link, which no browser blocks, takes its place. */
export function UnopenedWindow({ id, href, name }: UnopenedWindowProps) {
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
