import './money.css';
import { FadingValue } from './FadingValue.tsx';
import { formatGroupedDecimal, isNegative, isZero, shortenDecimal } from './formatGroupedDecimal.ts';

type MoneyProps = {
  /** A decimal string as on the wire. */
  readonly amount: string;
  /** `EUR`, `ETH`; absent in columns whose head names it. */
  readonly code?: string;
  /** Font size; `lead` is for a card's main figure. */
  readonly size?: 'text' | 'strong' | 'lead' | 'hero';
  /** A negative amount is a loss or a difference, and is shown in red. */
  readonly loss?: boolean;
  /** Only the digits that matter, for overviews that also offer the exact amounts. */
  readonly short?: boolean;
};

/** Shows an amount, fiat or crypto: grouped and tabular, without the trailing zeros of a long fraction; zero is muted. */
export function Money({ amount, code, size = 'text', loss = false, short = false }: MoneyProps) {
  return (
    <span
      className="money"
      data-size={size}
      data-zero={isZero(amount) ? '' : undefined}
      data-loss={loss && isNegative(amount) ? '' : undefined}
    >
      <FadingValue>{formatGroupedDecimal(short ? shortenDecimal(amount) : amount)}</FadingValue>
      {code !== undefined && <span className="money-code">{`\u00a0${code}`}</span>}
    </span>
  );
}
