import './quotedTerms.css';
import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import IdCard from 'lucide-react/icons/id-card';
import Info from 'lucide-react/icons/info';
import { text } from '../../i18n/text.ts';
import { Note } from '../../ui/Note.tsx';
import { SummarySkeleton } from '../../ui/rows/Summary.tsx';
import { QuoteSummary } from './QuoteSummary.tsx';
import type { QuotedPurchase } from './useQuotedPurchase.ts';

type QuotedTermsProps = {
  readonly purchase: QuotedPurchase;
  /** The currency lists have loaded or are loading. */
  readonly isQuotable: boolean;
};

/**
 * Shows how long the payment method takes, which documents are needed and the quote's amounts; announces the amount to
 * screen readers.
 */
export function QuotedTerms({ purchase, isQuotable }: QuotedTermsProps) {
  const { state, figures, editing, methods, selected, pay, receive } = purchase;
  const isAwaited = isQuotable && purchase.quoting !== 'stopped' && (methods.status === 'loading' || !figures);
  const takesDays = (findPayMethodTraits(selected)?.daysUnderWay ?? 0) > 0;
  return (
    <>
      {takesDays && (
        <div className="quoted-terms-note">
          <Note icon={<Info size={18} strokeWidth={1.9} aria-hidden="true" />}>{text('edit.transfer_time')}</Note>
        </div>
      )}
      {figures?.needsDocument && (
        <div className="quoted-terms-note">
          <Note icon={<IdCard size={18} strokeWidth={1.9} aria-hidden="true" />}>{text('edit.document_asked')}</Note>
        </div>
      )}
      {/* Waits for the methods: they take less space than their skeletons, so the summary would jump up. */}
      {figures && pay && receive && methods.prices.length > 0 && (
        <div className="quoted-terms-sums">
          <QuoteSummary
            figures={figures}
            payCurrency={pay.currency}
            symbol={receive.symbol}
            secondsLeft={state.status === 'live' ? state.secondsLeft : null}
            stale={editing !== false}
          />
        </div>
      )}
      {isAwaited && (
        <div className="quoted-terms-sums">
          <SummarySkeleton />
        </div>
      )}
      <p className="unseen" aria-live="polite">
        {figures && receive && text('edit.quote_updated', { amount: `${figures.receive} ${receive.symbol}` })}
      </p>
    </>
  );
}
