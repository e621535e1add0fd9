import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Chip, Chips } from '../../parts/tables/Chip.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { formatAmountWithCode, formatGroupedDecimal, isZero } from '../../parts/values/formatGroupedDecimal.ts';
import type { ChangePreviewData } from './ChangePreview.tsx';
import { AmountComparisonRow, ComparisonTable, TextComparisonRow } from './ComparisonTable.tsx';
import { formatMethodInSentence } from './configurationKindTitles.ts';
import type { Sample } from './RowEditor.tsx';

type SampleQuoteProps = { readonly sample: ChangePreviewData['sample']; readonly onSample: (sample: Sample) => void };

/** The quote for a buyer, before and after the change; another amount may be tried. */
export function SampleQuote({ sample, onSample }: SampleQuoteProps) {
  const { payCurrency, symbol, amount, amounts, now, next, country, method, competingOffers } = sample;
  const [customAmount, setCustomAmount] = useState('');
  const negate = (text: string | null) => text && (isZero(text) ? text : `-${text}`);
  return (
    <section>
      <ComparisonTable
        head={`A buyer in ${country} pays ${formatAmountWithCode(amount, payCurrency)} for ${symbol} by ${formatMethodInSentence(method)}`}
      >
        {(now.refusal ?? next.refusal) !== null && (
          <TextComparisonRow label="Result" now={now.refusal ?? 'a quote'} next={next.refusal ?? 'a quote'} />
        )}
        <AmountComparisonRow label="Method fee" now={negate(now.processingFee)} next={negate(next.processingFee)} />
        <AmountComparisonRow label="Network fee" now={negate(now.networkFee)} next={negate(next.networkFee)} />
        <AmountComparisonRow label="Converted" now={now.converted} next={next.converted} />
        <AmountComparisonRow label={`Price of one ${symbol}`} now={now.price} next={next.price} />
        <AmountComparisonRow label={`Receives, ${symbol}`} now={now.receive} next={next.receive} total />
        {competingOffers && (
          <TextComparisonRow
            label="Rank among offers"
            now={formatRank(now, competingOffers)}
            next={formatRank(next, competingOffers)}
          />
        )}
      </ComparisonTable>
      {competingOffers && (
        <p className="catalog-quiet second">
          Compared with the newest{' '}
          {competingOffers.offers === 1
            ? 'offer of another provider'
            : `offers of ${competingOffers.offers} other providers`}{' '}
          since <Time iso={competingOffers.since} />, for {formatAmountWithCode(competingOffers.from, payCurrency)} to{' '}
          {formatAmountWithCode(competingOffers.to, payCurrency)}. Ranked by price per coin, including all fees.
        </p>
      )}
      <form
        className="catalog-samples"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (/^\d+(?:\.\d+)?$/.test(customAmount.trim())) onSample({ amount: customAmount.trim() });
        }}
      >
        <Chips label="Sample amounts">
          {amounts.map((one) => (
            <Chip key={one} on={one === amount} onToggle={() => onSample({ amount: one })}>
              {formatGroupedDecimal(one)}
            </Chip>
          ))}
        </Chips>
        <TextField label="Custom amount" value={customAmount} onChange={setCustomAmount} inputMode="decimal" />
        <Button type="submit" size="small">
          Get quote
        </Button>
      </form>
    </section>
  );
}

function formatRank(
  { place }: ChangePreviewData['sample']['now'],
  { offers }: NonNullable<ChangePreviewData['sample']['competingOffers']>,
): string {
  return place === null ? '–' : `${place} of ${offers + 1}`;
}
