import { Suspense } from 'react';
import { formatPercent } from '../../i18n/formatAmount.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { getLocale, text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { laterPart } from '../../ui/laterPart.ts';
import { QuoteCountdown } from '../../ui/progress/QuoteCountdown.tsx';
import type { RowItem } from '../../ui/rows/Rows.tsx';
import { Summary } from '../../ui/rows/Summary.tsx';
import { isZero, type QuoteFigures } from './computeQuoteFigures.ts';

// Loaded later, because the figures are understandable without the explanation.
const MarketExplanation = laterPart(async () => (await import('./MarketExplanation.tsx')).MarketExplanation);

type QuoteSummaryProps = {
  readonly figures: QuoteFigures;
  readonly payCurrency: string;
  readonly symbol: string;
  /** null while the quote is being renewed. */
  readonly secondsLeft: number | null;
  /** An amount is being typed: the figures are from the previous quote and the countdown is stopped. */
  readonly stale?: boolean;
  /** For screens that show the rate nowhere else. */
  readonly rate?: RowItem;
};

/** Shows the amount paid, the fees and the amount converted. Zero fees have no row. */
export function QuoteSummary({ figures, payCurrency, symbol, secondsLeft, stale = false, rate }: QuoteSummaryProps) {
  return (
    <Summary
      pay={<AmountText amount={figures.pay} code={payCurrency} />}
      receive={<AmountText amount={figures.receive} code={symbol} />}
      aside={stale ? undefined : <QuoteCountdown secondsLeft={secondsLeft} />}
      stale={stale}
      rows={buildSummaryRows(figures, symbol, rate)}
      expandable={!isZero(figures.networkFee)}
    />
  );
}

function buildSummaryRows(figures: QuoteFigures, symbol: string, rate: RowItem | undefined): RowItem[] {
  const renderFee = (amount: string) =>
    isZero(amount) ? null : <AmountText amount={amount} code={figures.feeCurrency} isDeducted />;
  return [
    { label: text('edit.method_fee'), value: renderFee(figures.processingFee) },
    { label: text('edit.network_fee'), value: renderFee(figures.networkFee) },
    {
      label: <RichText of="edit.converted_to" with={{ symbol }} />,
      value: <AmountText amount={figures.converted} code={figures.feeCurrency} />,
      total: true,
    },
    ...(rate ? [rate] : []),
    {
      label: (
        <span className="summary-explained">
          {text('edit.against_market')}
          <span className="summary-explanation">
            <Suspense>
              <MarketExplanation />
            </Suspense>
          </span>
        </span>
      ),
      value: <span className="num">{formatPercent(figures.marketDifference, getLocale())}</span>,
    },
  ];
}
