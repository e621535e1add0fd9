import { Money } from '../../parts/values/Money.tsx';
import type { Partner } from './partnerData.ts';

/** Amounts in several currencies, without conversion. */
export function AmountList({ amounts }: { readonly amounts: Partner['owed'] }) {
  if (amounts.length === 0) return <span className="second">none</span>;
  return (
    <span className="partners-sums">
      {amounts.map(({ amount, unit }) => (
        <Money key={unit} amount={amount} code={unit} />
      ))}
    </span>
  );
}
