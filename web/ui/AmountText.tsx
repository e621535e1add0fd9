import { formatAmount } from '../i18n/formatAmount.ts';
import { currentLocale } from '../i18n/text.ts';

type AmountTextProps = {
  /** Plain decimal string, as on the wire. */
  readonly amount: string;
  /** What is shown after the figure: `EUR`, `BTC` (the symbol, never the wire id). */
  readonly code: string;
  /** Taken off something: shown with a minus. */
  readonly taken?: boolean;
  readonly className?: string;
};

/** The one component that shows money: tabular figures, code after a no-break space, full precision. */
export function AmountText({ amount, code, taken = false, className }: AmountTextProps) {
  return (
    <span className={className ? `num ${className}` : 'num'} translate="no">
      {formatAmount(taken ? `-${amount}` : amount, code, currentLocale())}
    </span>
  );
}
