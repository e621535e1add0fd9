import './button.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { text } from '../i18n/text.ts';
import { Ring } from './progress/Ring.tsx';

export type ButtonKind = 'filled' | 'ghost' | 'small' | 'link';

type ButtonProps = {
  readonly children: ReactNode;
  /** One filled button per screen; `link` looks like a link; `small` is used inside fields. */
  readonly kind?: ButtonKind;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** The action is in progress: a ring replaces the label, the width stays and further presses are ignored. */
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
  /** Links to another site or a static page, in this or a new tab. */
  readonly leaves?: 'this_tab' | 'new_tab';
  /** The target replaces the current history entry. */
  readonly replace?: boolean;
};

/** A link that looks like a button. */
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
