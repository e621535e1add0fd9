import type { ReactNode } from 'react';
import { getConnection } from '../../../api/connection.ts';
import { text } from '../../../i18n/text.ts';
import { showToast } from '../../../ui/toastStore.ts';

type CardPageLinkProps = {
  readonly href: string;
  readonly kind: 'filled' | 'link';
  readonly className?: string;
  readonly children: ReactNode;
};

/** Links to a card page with a full page load, because its Content-Security-Policy differs. Offline the buyer stays here. */
export function CardPageLink({ href, kind, className = '', children }: CardPageLinkProps) {
  return (
    <a
      className={`button button-${kind} ${className}`}
      href={href}
      onClick={(event) => {
        if (getConnection() !== 'offline') return;
        event.preventDefault();
        showToast(text('error.no_answer'), 'info');
      }}
    >
      {children}
    </a>
  );
}
