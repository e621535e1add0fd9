import './listCard.css';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

type ListCardProps = {
  readonly children: ReactNode;
  /** The list's name, where no heading above it gives one. */
  readonly label?: string;
  /** Id of the heading that names the list. */
  readonly labelledBy?: string;
};

/** Rows on one surface, a hairline between them; its children are `li`. */
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

/** A row that leads to a page. */
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
  /** The act is under way: further presses are ignored. */
  readonly working?: boolean;
  /** What stands at the end: a ring while working. */
  readonly end?: ReactNode;
  /** `bad` for what cannot be undone. */
  readonly tone?: 'plain' | 'bad';
  /** The dialog that it opens. */
  readonly children?: ReactNode;
};

/** A row that does something. */
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

/** A row to read. */
export function ListFact({ value, ...face }: ListRowProps & { readonly value?: ReactNode }) {
  return (
    <li className="list-row">
      <RowFace {...face} />
      {value}
    </li>
  );
}
