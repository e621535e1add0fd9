import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Chip, Chips } from '../../parts/Chip.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { isZero, moneyWithCode, moneyWords } from '../../parts/moneyWords.ts';
import { Note } from '../../parts/Note.tsx';
import { Scrolls } from '../../parts/Scrolls.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { Time } from '../../parts/Time.tsx';
import { CostCurve } from './CostCurve.tsx';
import { difference } from './difference.ts';
import { methodTitle } from './kindTitles.ts';
import type { Sample } from './RowDesk.tsx';

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
              {preview.underWay === 1 ? '1 order under way keeps' : `${preview.underWay} orders under way keep`} what{' '}
              {preview.underWay === 1 ? 'it was' : 'they were'} made with. Open quotes run out within 60 s.
            </Note>
          </div>
        </div>
      )}
    </Card>
  );
}

type SampleQuoteProps = { readonly sample: Preview['sample']; readonly onSample: (sample: Sample) => void };

function SampleQuote({ sample, onSample }: SampleQuoteProps) {
  const { payCurrency, symbol, amount, amounts, now, next, country, method, beside } = sample;
  const [own, setOwn] = useState('');
  const minus = (text: string | null) => text && (isZero(text) ? text : `-${text}`);
  return (
    <section>
      <FigureTable
        head={`A buyer in ${country} pays ${moneyWithCode(amount, payCurrency)} for ${symbol} by ${methodTitle(method).toLowerCase()}`}
      >
        {(now.refusal ?? next.refusal) !== null && (
          <Words label="Told" now={now.refusal ?? 'a quote'} next={next.refusal ?? 'a quote'} />
        )}
        <Figures label="Method fee" now={minus(now.processingFee)} next={minus(next.processingFee)} />
        <Figures label="Network fee" now={minus(now.networkFee)} next={minus(next.networkFee)} />
        <Figures label="Converted" now={now.converted} next={next.converted} />
        <Figures label={`Price of one ${symbol}`} now={now.price} next={next.price} />
        <Figures label={`Gets, ${symbol}`} now={now.receive} next={next.receive} total />
        {beside && <Words label="Place among the offers" now={placeOf(now, beside)} next={placeOf(next, beside)} />}
      </FigureTable>
      {beside && (
        <p className="catalog-quiet second">
          Beside the newest {beside.offers === 1 ? 'offer of another provider' : `offers of ${beside.offers} others`}{' '}
          since <Time iso={beside.since} />, for {moneyWithCode(beside.from, payCurrency)} to{' '}
          {moneyWithCode(beside.to, payCurrency)}: the cheapest coin first, fees and all.
        </p>
      )}
      <form
        className="catalog-samples"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (/^\d+(?:\.\d+)?$/.test(own.trim())) onSample({ amount: own.trim() });
        }}
      >
        <Chips label="Another sample">
          {amounts.map((one) => (
            <Chip key={one} on={one === amount} onToggle={() => onSample({ amount: one })}>
              {moneyWords(one)}
            </Chip>
          ))}
        </Chips>
        <TextField label="Own amount" value={own} onChange={setOwn} inputMode="decimal" />
        <Button type="submit" size="small">
          Quote it
        </Button>
      </form>
    </section>
  );
}

function placeOf({ place }: Preview['sample']['now'], { offers }: NonNullable<Preview['sample']['beside']>): string {
  return place === null ? '–' : `${place} of ${offers + 1}`;
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

function FigureTable({ head, children }: { readonly head: string; readonly children: ReactNode }) {
  return (
    <Scrolls label={head}>
      <table className="catalog-figures">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">now</th>
            <th scope="col">then</th>
            <th scope="col">difference</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scrolls>
  );
}

type FiguresProps = {
  readonly label: string;
  readonly now: string | null;
  readonly next: string | null;
  readonly total?: boolean;
};

function Figures({ label, now, next, total }: FiguresProps) {
  const more = now === null || next === null ? undefined : difference(next, now);
  const isSame = more === undefined || isZero(more);
  return (
    <tr data-total={total ? '' : undefined} data-same={isSame ? '' : undefined}>
      <th scope="row">{label}</th>
      <td>{now === null ? '–' : moneyWords(now)}</td>
      <td>{next === null ? '–' : moneyWords(next)}</td>
      <td>{isSame ? '–' : `${more.startsWith('-') ? '' : '+'}${moneyWords(more)}`}</td>
    </tr>
  );
}

type WordsProps = {
  readonly label: string;
  readonly now: string;
  readonly next: string;
  readonly isSame?: boolean;
  readonly total?: boolean;
};

function Words({ label, now, next, isSame = now === next, total = false }: WordsProps) {
  const step = Number(next) - Number(now);
  return (
    <tr data-total={total ? '' : undefined} data-same={isSame ? '' : undefined}>
      <th scope="row">{label}</th>
      <td>{now}</td>
      <td>{next}</td>
      <td>{isSame || Number.isNaN(step) ? '–' : `${step > 0 ? '+' : ''}${moneyWords(String(step))}`}</td>
    </tr>
  );
}
