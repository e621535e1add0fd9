import './listCard.css';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

type ListCardProps = {
  readonly children: ReactNode;
  /** Accessible name, if no heading above the list provides one. */
  readonly label?: string;
  /** Id of the heading that names the list. */
  readonly labelledBy?: string;
};

/** List of rows on one surface with hairlines between them; the children are `li`. */
export function ListCard({ children, label, labelledBy }: ListCardProps) {
  return (
    <ul className="list-card" aria-label={label} aria-labelledby={labelledBy}>
      {children}
    </ul>
  );
}

type ListRowProps = {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
};

function RowFace({ icon, title, detail }: ListRowProps) {
  return (
    <>
      <span className="list-row-icon">{icon}</span>
      <span className="list-row-words">
        <span className="list-row-title">{title}</span>
        {detail && <small>{detail}</small>}
      </span>
    </>
  );
}

/** Row that links to a page. */
export function ListLink({ href, ...face }: ListRowProps & { readonly href: string }) {
  return (
    <li>
      <Link className="list-row list-row-act" href={href}>
        <RowFace {...face} />
        <ChevronRight className="list-row-chevron" size={20} strokeWidth={2} aria-hidden="true" />
      </Link>
    </li>
  );
}

type ListButtonProps = ListRowProps & {
  readonly onClick: () => void;
  /** The action is in progress: further presses are ignored. */
  readonly working?: boolean;
  /** Content at the end of the row; a ring while working. */
  readonly end?: ReactNode;
  /** `bad` for actions that cannot be undone. */
  readonly tone?: 'plain' | 'bad';
  /** The dialog that the row opens. */
  readonly children?: ReactNode;
};

/** Row that performs an action. */
export function ListButton({ onClick, working, end, tone = 'plain', children, ...face }: ListButtonProps) {
  return (
    <li>
      <button
        type="button"
        className="list-row list-row-act"
        data-tone={tone}
        aria-busy={working || undefined}
        aria-haspopup={children ? 'dialog' : undefined}
        onClick={working ? undefined : onClick}
      >
        <RowFace {...face} />
        {end}
      </button>
      {children}
    </li>
  );
}

/** Row that only shows information. */
export function ListFact({ value, ...face }: ListRowProps & { readonly value?: ReactNode }) {
  return (
    <li className="list-row">
      <RowFace {...face} />
      {value}
    </li>
  );
}
