import { formatAmount } from '../../i18n/formatAmount.ts';
import { getLocale } from '../../i18n/text.ts';

type AmountTextProps = {
  /** Plain decimal string, as in the API. */
  readonly amount: string;
  /** Shown after the amount: `EUR`, `BTC` (the symbol, never the API id). */
  readonly code: string;
  /** Deducted from something: shown with a minus. */
  readonly isDeducted?: boolean;
  readonly className?: string;
};

/** Shows an amount of money: tabular figures, code after a no-break space, full precision. */
export function AmountText({ amount, code, isDeducted = false, className }: AmountTextProps) {
  return (
    <span className={className ? `num ${className}` : 'num'} translate="no">
      {formatAmount(isDeducted ? `-${amount}` : amount, code, getLocale())}
    </span>
  );
}
