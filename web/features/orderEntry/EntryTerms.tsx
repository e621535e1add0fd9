import { RichText } from '../../i18n/RichText.tsx';
import { text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/AmountText.tsx';
import { useDraft } from '../draft/useDraft.ts';
import { QuoteSummary } from '../quote/QuoteSummary.tsx';
import { type QuoteFigures, shownRate } from '../quote/quoteFigures.ts';

type EntryTermsProps = {
  readonly figures: QuoteFigures;
  /** The crypto's. */
  readonly symbol: string;
  /** null while the quote is being renewed. */
  readonly secondsLeft: number | null;
};

/** What the quote comes to, with its rate. */
export function EntryTerms({ figures, symbol, secondsLeft }: EntryTermsProps) {
  const { sendCurrency } = useDraft();
  const price = <AmountText amount={shownRate(figures.price, sendCurrency)} code={sendCurrency} />;
  return (
    <QuoteSummary
      figures={figures}
      payCurrency={sendCurrency}
      symbol={symbol}
      secondsLeft={secondsLeft}
      rate={{ label: text('order.rate'), value: <RichText of="edit.rate" with={{ symbol, price }} /> }}
    />
  );
}
