import './offerRow.css';
import type { ReactNode } from 'react';
import { StatusTag } from '../StatusTag.tsx';

export type OfferFact = { readonly label: string; readonly value: ReactNode };

type OfferRowProps = {
  readonly name: string;
  readonly logo: ReactNode;
  /** Amount that the buyer receives. */
  readonly amount: ReactNode;
  /** The price, or the difference from the best offer. */
  readonly note?: ReactNode;
  /** `Best rate`; also gives the row the border of a selected one. */
  readonly tag?: string | undefined;
  /** Tag that states whether the amount is binding. */
  readonly binding?: ReactNode;
  /** Warning before choosing the offer. */
  readonly warning?: string | undefined;
  /** Arrival time, identity check, fees, and the outcome of earlier orders if known. */
  readonly facts: readonly OfferFact[];
  readonly working?: boolean;
  readonly onClick: () => void;
};

/** A provider's offer as a button whose accessible name starts with the provider's name. */
export function OfferRow({ name, logo, amount, note, tag, binding, warning, facts, working, onClick }: OfferRowProps) {
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
        <span className="offer-row-name">{name}</span>
        <span className="offer-row-amount">
          {amount}
          {note && <small>{note}</small>}
        </span>
        {(tag || binding || warning) && (
          <span className="offer-row-tags">
            {tag && <StatusTag tone="good">{tag}</StatusTag>}
            {binding}
            {warning && <StatusTag tone="warn">{warning}</StatusTag>}
          </span>
        )}
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
