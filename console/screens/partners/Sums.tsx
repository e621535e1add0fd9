import { Money } from '../../parts/Money.tsx';
import type { Partner } from './partner.ts';

/** Amounts of several currencies, none of them turned into another. */
export function Sums({ of }: { readonly of: Partner['owed'] }) {
  if (of.length === 0) return <span className="second">nothing</span>;
  return (
    <span className="partners-sums">
      {of.map(({ amount, unit }) => (
        <Money key={unit} amount={amount} code={unit} />
      ))}
    </span>
  );
}
