import { RichText } from '../../i18n/RichText.tsx';
import { text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { useDraft } from '../draft/useDraft.ts';
import { formatRate, type QuoteFigures } from '../quote/computeQuoteFigures.ts';
import { QuoteSummary } from '../quote/QuoteSummary.tsx';

type EntryTermsProps = {
  readonly figures: QuoteFigures;
  /** Symbol of the crypto. */
  readonly symbol: string;
  /** null while the quote is being renewed. */
  readonly secondsLeft: number | null;
};

/** Shows the quoted amounts and the rate. */
export function EntryTerms({ figures, symbol, secondsLeft }: EntryTermsProps) {
  const { sendCurrency } = useDraft();
  const price = <AmountText amount={formatRate(figures.price, sendCurrency)} code={sendCurrency} />;
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
