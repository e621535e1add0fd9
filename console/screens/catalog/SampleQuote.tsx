import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Chip, Chips } from '../../parts/Chip.tsx';
import { isZero, moneyWithCode, moneyWords } from '../../parts/moneyWords.ts';
import { TextField } from '../../parts/TextField.tsx';
import { Time } from '../../parts/Time.tsx';
import type { Preview } from './ChangePreview.tsx';
import { methodTitle } from './kindTitles.ts';
import { Figures, FigureTable, Words } from './NowAndThen.tsx';
import type { Sample } from './RowDesk.tsx';

type SampleQuoteProps = { readonly sample: Preview['sample']; readonly onSample: (sample: Sample) => void };

/** What a buyer would be quoted, now and then; another amount may be tried. */
export function SampleQuote({ sample, onSample }: SampleQuoteProps) {
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
