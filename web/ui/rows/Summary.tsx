import './summary.css';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId, useState } from 'react';
import { type RowItem, Rows } from './Rows.tsx';

type SummaryProps = {
  readonly pay: ReactNode;
  readonly receive: ReactNode;
  /** The countdown. */
  readonly aside?: ReactNode;
  readonly rows: readonly RowItem[];
  /** Without details to show there is no chevron and the summary does not open. */
  readonly expandable: boolean;
  /** The figures are outdated and dimmed. */
  readonly stale?: boolean;
};

/** The purchase in one line, with its details below. */
export function Summary({ pay, receive, aside, rows, expandable, stale }: SummaryProps) {
  const id = useId();
  const [wanted, setWanted] = useState(true);
  const open = wanted && expandable;
  return (
    <section className="summary" data-stale={stale ? '' : undefined}>
      <button
        type="button"
        className="summary-head"
        disabled={!expandable}
        aria-expanded={expandable ? open : undefined}
        aria-controls={expandable ? id : undefined}
        onClick={() => setWanted(!wanted)}
      >
        <span className="summary-line">
          <span className="num">
            {pay}
            <ArrowRight className="summary-arrow" size={16} strokeWidth={2.1} aria-hidden="true" />
          </span>
          <wbr />
          {receive}
        </span>
        {aside}
        {expandable && <ChevronDown className="summary-chevron" size={20} strokeWidth={2.1} aria-hidden="true" />}
      </button>
      {open && (
        <div id={id} className="summary-rows">
          <Rows items={rows} />
        </div>
      )}
    </section>
  );
}

/** Placeholder that reserves the space, so that content below does not move. */
export function SummarySkeleton() {
  return (
    <div className="summary summary-skeleton" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}
