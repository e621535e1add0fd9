import './card.css';
import { type ReactNode, useId } from 'react';

type CardProps = {
  readonly children: ReactNode;
  /** Title; without one, `label` names the card. */
  readonly title?: ReactNode;
  readonly label?: string;
  readonly count?: number;
  /** At the end of the head: a fact, a link, chips. */
  readonly aside?: ReactNode;
  /** Emphasis for the most important card of a screen. */
  readonly lift?: boolean;
  /** The content extends to the card's edges: tables, lists. */
  readonly flush?: boolean;
};

export function Card({ children, title, label, count, aside, lift = false, flush = false }: CardProps) {
  const id = useId();
  return (
    <section
      className="card"
      data-lift={lift ? '' : undefined}
      aria-label={title === undefined ? label : undefined}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && <CardHead id={id} title={title} count={count} aside={aside} />}
      {flush ? children : <div className="card-body">{children}</div>}
    </section>
  );
}

type CardHeadProps = {
  readonly title: ReactNode;
  readonly id?: string;
  readonly count?: number | undefined;
  readonly aside?: ReactNode;
};

function CardHead({ id, title, count, aside }: CardHeadProps) {
  return (
    <header className="card-head">
      <h2 id={id}>{title}</h2>
      {count !== undefined && <span className="card-count">{count}</span>}
      {aside !== undefined && <div className="card-aside">{aside}</div>}
    </header>
  );
}
