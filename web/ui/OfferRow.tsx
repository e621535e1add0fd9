import './offerRow.css';
import type { ReactNode } from 'react';
import { StatusTag } from './StatusTag.tsx';

export type OfferFact = { readonly label: string; readonly value: ReactNode };

type OfferRowProps = {
  readonly name: string;
  readonly logo: ReactNode;
  /** What the buyer receives. */
  readonly amount: ReactNode;
  /** The price, or what is lost against the best offer. */
  readonly note?: ReactNode;
  /** `Best rate`; gives the row the border of the chosen. */
  readonly tag?: string | undefined;
  /** What a buyer should know before choosing it. */
  readonly warning?: string | undefined;
  /** Arrives, Identity, Fees, and what became of earlier orders where that is known. */
  readonly facts: readonly OfferFact[];
  readonly working?: boolean;
  readonly onClick: () => void;
};

/** One provider's offer, a button whose name begins with the provider's. */
export function OfferRow({ name, logo, amount, note, tag, warning, facts, working, onClick }: OfferRowProps) {
  return (
    <button
      type="button"
      className="offer-row"
      data-best={tag ? '' : undefined}
      aria-busy={working || undefined}
      onClick={onClick}
    >
      <span className="offer-row-top">
        <span className="offer-row-logo">{logo}</span>
        <span className="offer-row-who">
          <span className="offer-row-name">{name}</span>
          {tag && <StatusTag tone="good">{tag}</StatusTag>}
          {warning && <StatusTag tone="warn">{warning}</StatusTag>}
        </span>
        <span className="offer-row-amount">
          {amount}
          {note && <small>{note}</small>}
        </span>
      </span>
      <span className="offer-row-facts">
        {facts.map((fact) => (
          <span key={fact.label}>
            {fact.label}
            <b>{fact.value}</b>
          </span>
        ))}
      </span>
    </button>
  );
}
