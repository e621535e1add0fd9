import './money.css';
import { Fading } from './Fading.tsx';
import { isNegative, isZero, moneyWords } from './moneyWords.ts';

type MoneyProps = {
  /** A decimal string as on the wire: every digit is shown. */
  readonly amount: string;
  /** `EUR`, `ETH`; absent in columns whose head names it. */
  readonly code?: string;
  /** The figure that leads: as the head of a card has it. */
  readonly size?: 'text' | 'strong' | 'lead' | 'hero';
  /** A loss or a difference: said by its minus, and red. */
  readonly loss?: boolean;
};

/** Every amount of the console, money and coins alike: grouped, tabular, in full; nothing is quieter than something. */
export function Money({ amount, code, size = 'text', loss = false }: MoneyProps) {
  return (
    <span
      className="money"
      data-size={size}
      data-zero={isZero(amount) ? '' : undefined}
      data-loss={loss && isNegative(amount) ? '' : undefined}
    >
      <Fading>{moneyWords(amount)}</Fading>
      {code !== undefined && <span className="money-code">{`\u00a0${code}`}</span>}
    </span>
  );
}
