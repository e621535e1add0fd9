import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { moneyWithCode } from '../../parts/moneyWords.ts';
import { Note } from '../../parts/Note.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { CostCurve } from './CostCurve.tsx';
import { Figures, FigureTable, Words } from './NowAndThen.tsx';
import type { Sample } from './RowDesk.tsx';
import { SampleQuote } from './SampleQuote.tsx';

export type Preview = ConsoleCallData<'previewChange'>;

type ChangePreviewProps = {
  readonly preview: Preview | undefined;
  readonly isPending: boolean;
  /** It is being worked out anew: the former figures are greyed. */
  readonly isStale: boolean;
  /** Nobody could make this change. */
  readonly isRefused: boolean;
  readonly hasChange: boolean;
  readonly onSample: (sample: Sample) => void;
};

/** What a change does to a quote, to the orders of the last day and to whom a rule stops. Nothing of it is done yet. */
export function ChangePreview(props: ChangePreviewProps) {
  const { preview, isPending, isStale, isRefused, hasChange, onSample } = props;
  return (
    <Card title="What it changes" aside={hasChange ? 'nothing is changed yet' : 'as it is now'} flush>
      {isPending && <Skeleton rows={14} height={26} />}
      {!isPending && !preview && (
        <Empty>
          {isRefused
            ? 'It would be refused, as the form says.'
            : 'Write its fields, and what the row would change stands here.'}
        </Empty>
      )}
      {preview && (
        <div className="catalog-preview" data-greyed={isStale ? '' : undefined}>
          <SampleQuote sample={preview.sample} onSample={onSample} />
          {preview.stops && <Stops stops={preview.stops} />}
          <LastDay day={preview.day} />
          <CostCurve points={preview.curve} currency={preview.sample.payCurrency} />
          <div className="catalog-note">
            <Note>
              {preview.openOrders === 1 ? '1 open order keeps' : `${preview.openOrders} open orders keep`} what{' '}
              {preview.openOrders === 1 ? 'it was' : 'they were'} made with. Open quotes run out within 60 s.
            </Note>
          </div>
        </div>
      )}
    </Card>
  );
}

function LastDay({ day }: { readonly day: Preview['day'] }) {
  const { currencies, read, bounded, compared } = day;
  if (currencies.length === 0)
    return (
      <p className="catalog-quiet second">
        No order of the own offer was paid within 24 hours: there is nothing to replay.
      </p>
    );
  return currencies.map(({ currency, orders, paid, were, now, next }) => (
    <section key={currency}>
      <FigureTable
        head={`${orders} ${orders === 1 ? 'order' : 'orders'} of 24 hours, ${moneyWithCode(paid, currency)}${bounded ? `, of the newest ${read}` : ''}`}
      >
        <Figures label="Fees" now={now.processingFees} next={next.processingFees} />
        <Figures label="Spread" now={now.spread} next={next.spread} />
        <Words
          label="Lifted to the least fee, orders"
          now={String(now.lifted)}
          next={String(next.lifted)}
          isSame={now.lifted === next.lifted}
        />
        <Words
          label="Would not have been sold, orders"
          now={String(now.refused)}
          next={String(next.refused)}
          isSame={now.refused === next.refused}
        />
        {compared > 0 && (
          <Words
            label={`Cheapest, of ${compared} with others’ offers`}
            now={String(now.best)}
            next={String(next.best)}
            isSame={now.best === next.best}
          />
        )}
        <Figures label="Taken, fees and spread" now={now.taken} next={next.taken} total />
      </FigureTable>
      <p className="catalog-quiet second">
        As they were made, fees of {moneyWithCode(were, currency)} were charged. Each is priced again at the market of
        its own moment.
      </p>
    </section>
  ));
}

function Stops({ stops }: { readonly stops: NonNullable<Preview['stops']> }) {
  const { now, next, days, read, bounded, words } = stops;
  const row = (label: string, field: keyof typeof now, total = false) => (
    <Words
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
      <FigureTable head={`${bounded ? 'The newest ' : ''}${read} orders of ${days} days`}>
        {row('Would have been refused', 'refused')}
        {row('Would have been held', 'held')}
        {(now.asked > 0 || next.asked > 0) && row('Would have been asked more', 'asked')}
        {row('Of these delivered, and not disputed', 'good', true)}
      </FigureTable>
      <p className="catalog-quiet second">{words}</p>
    </section>
  );
}
