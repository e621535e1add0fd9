import './button.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { text } from '../i18n/text.ts';
import { Ring } from './Ring.tsx';

export type ButtonKind = 'filled' | 'ghost' | 'small' | 'link';

type ButtonProps = {
  readonly children: ReactNode;
  /** One filled button per screen; `link` looks like a link and acts like a button; `small` sits inside fields. */
  readonly kind?: ButtonKind;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** The act is under way: the label becomes a ring, the width stays, further presses are ignored. */
  readonly working?: boolean;
  readonly type?: 'button' | 'submit';
  readonly onClick?: () => void;
};

export function Button({ children, kind = 'filled', icon, disabled, working, type = 'button', onClick }: ButtonProps) {
  return (
    <button
      type={type}
      className={`button button-${kind}`}
      disabled={disabled}
      aria-busy={working || undefined}
      onClick={working ? (event) => event.preventDefault() : onClick}
    >
      <span className="button-label">
        {icon}
        {children}
      </span>
      {working && (
        <span className="button-ring">
          <Ring size={20} turning />
          <span className="unseen">{text('ui.working')}</span>
        </span>
      )}
    </button>
  );
}

type ButtonLinkProps = {
  readonly children: ReactNode;
  readonly href: string;
  readonly kind?: ButtonKind;
  readonly icon?: ReactNode;
  /** For another site or a static page, in this tab or in a new one. */
  readonly leaves?: 'this_tab' | 'new_tab';
  /** The page takes the present one's place in the history. */
  readonly replace?: boolean;
};

/** Looks like a button, leads to a page. */
export function ButtonLink({ children, href, kind = 'link', icon, leaves, replace = false }: ButtonLinkProps) {
  const className = `button button-${kind}`;
  const label = (
    <span className="button-label">
      {icon}
      {children}
    </span>
  );
  if (leaves) {
    return (
      <a className={className} href={href} {...(leaves === 'new_tab' && { target: '_blank', rel: 'noreferrer' })}>
        {label}
      </a>
    );
  }
  return (
    <Link className={className} href={href} replace={replace}>
      {label}
    </Link>
  );
}
