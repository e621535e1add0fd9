import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Note } from '../../parts/Note.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { formatAmountWithCode } from '../../parts/values/formatGroupedDecimal.ts';
import { AmountComparisonRow, ComparisonTable, TextComparisonRow } from './ComparisonTable.tsx';
import { CostCurve } from './CostCurve.tsx';
import type { Sample } from './RowEditor.tsx';
import { SampleQuote } from './SampleQuote.tsx';

export type ChangePreviewData = ConsoleCallData<'previewChange'>;

type ChangePreviewProps = {
  readonly preview: ChangePreviewData | undefined;
  readonly isPending: boolean;
  /** A new result is being computed: the previous figures are greyed. */
  readonly isStale: boolean;
  /** The change would be refused for anyone. */
  readonly isRefused: boolean;
  readonly hasChange: boolean;
  readonly onSample: (sample: Sample) => void;
};

/**
 * The effects of a change on a quote, on the orders of the last day, on the orders that a rule stops, and on the cost by
 * amount. Nothing is changed yet.
 */
export function ChangePreview(props: ChangePreviewProps) {
  const { preview, isPending, isStale, isRefused, hasChange, onSample } = props;
  return (
    <Card title="Preview" aside={hasChange ? 'not applied yet' : 'current settings'} flush>
      {isPending && <Skeleton rows={14} height={26} />}
      {!isPending && !preview && (
        <EmptyState>
          {isRefused ? 'Fix the errors to see a preview.' : 'Fill in the fields to see a preview.'}
        </EmptyState>
      )}
      {preview && (
        <div className="catalog-preview" data-greyed={isStale ? '' : undefined}>
          <SampleQuote sample={preview.sample} onSample={onSample} />
          {preview.stops && <RiskOutcomeComparison stops={preview.stops} />}
          <LastDayComparison day={preview.day} />
          <CostCurve points={preview.curve} currency={preview.sample.payCurrency} />
          <div className="catalog-note">
            <Note>
              {preview.openOrders === 1 ? '1 open order keeps' : `${preview.openOrders} open orders keep`} the settings{' '}
              {preview.openOrders === 1 ? 'it was' : 'they were'} created with. Open quotes expire within 60 s.
            </Note>
          </div>
        </div>
      )}
    </Card>
  );
}

function LastDayComparison({ day }: { readonly day: ChangePreviewData['day'] }) {
  const { currencies, read, bounded, compared } = day;
  if (currencies.length === 0)
    return (
      <p className="catalog-quiet second">
        No order of our own offer was paid in the last 24 hours, so there is nothing to recalculate.
      </p>
    );
  return currencies.map(({ currency, orders, paid, were, now, next }) => (
    <section key={currency}>
      <ComparisonTable
        head={`${orders} ${orders === 1 ? 'order' : 'orders'} in 24 hours, ${formatAmountWithCode(paid, currency)}${bounded ? `, of the newest ${read}` : ''}`}
      >
        <AmountComparisonRow label="Fees" now={now.processingFees} next={next.processingFees} />
        <AmountComparisonRow label="Spread" now={now.spread} next={next.spread} />
        <TextComparisonRow
          label="Orders charged the minimum fee"
          now={String(now.lifted)}
          next={String(next.lifted)}
          isSame={now.lifted === next.lifted}
        />
        <TextComparisonRow
          label="Orders that would have been declined"
          now={String(now.refused)}
          next={String(next.refused)}
          isSame={now.refused === next.refused}
        />
        {compared > 0 && (
          <TextComparisonRow
            label={`Cheapest offer, of ${compared} compared`}
            now={String(now.best)}
            next={String(next.best)}
            isSame={now.best === next.best}
          />
        )}
        <AmountComparisonRow label="Gross revenue (fees and spread)" now={now.taken} next={next.taken} total />
      </ComparisonTable>
      <p className="catalog-quiet second">
        Fees actually charged: {formatAmountWithCode(were, currency)}. Each order is repriced at the market prices of
        its own time.
      </p>
    </section>
  ));
}

function RiskOutcomeComparison({ stops }: { readonly stops: NonNullable<ChangePreviewData['stops']> }) {
  const { now, next, days, read, bounded, explanation } = stops;
  const row = (label: string, field: keyof typeof now, total = false) => (
    <TextComparisonRow
      key={field}
      label={label}
      now={String(now[field])}
      next={String(next[field])}
      isSame={now[field] === next[field]}
      total={total}
    />
  );
  return (
    <section>
      <ComparisonTable head={`${bounded ? 'Newest ' : ''}${read} orders in ${days} days`}>
        {row('Would have been declined', 'refused')}
        {row('Would have been held', 'held')}
        {(now.furtherChecks > 0 || next.furtherChecks > 0) &&
          row('Would have required further checks', 'furtherChecks')}
        {row('Of all these orders, delivered without a dispute', 'good', true)}
      </ComparisonTable>
      <p className="catalog-quiet second">{explanation}</p>
    </section>
  );
}
