import './cardBrand.css';
import CreditCard from 'lucide-react/icons/credit-card';
import type { ReactNode } from 'react';
import { americanexpress, dinersclub, discover, jcb, visa } from './brandMarks.gen.ts';
import { BrandMark } from './MethodIcon.tsx';

/** Marks by the acquirer's brand names, each with the width that fits the small card. */
const marks: Readonly<Record<string, ReactNode>> = {
  visa: <BrandMark outline={visa} size={30} />,
  mastercard: <MastercardMark />,
  // Fills the card: its outline is the box around the letters.
  amex: <BrandMark outline={americanexpress} size={40} />,
  discover: <BrandMark outline={discover} size={34} />,
  jcb: <BrandMark outline={jcb} size={26} />,
  diners: <BrandMark outline={dinersclub} size={19} />,
};

/** Shows a card's brand on a small card, in the brand's colours in every theme; the brand's name is shown next to it. */
export function CardBrand({ brand }: { readonly brand: string }) {
  return (
    <span className="card-brand" data-brand={brand in marks ? brand : undefined} aria-hidden="true">
      {marks[brand] ?? <CreditCard size={20} strokeWidth={1.9} />}
    </span>
  );
}

/** Drawn separately because it has three colours. */
function MastercardMark() {
  return (
    <svg width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
      <circle className="mastercard-start" cx="7.4" cy="12" r="7.4" />
      <circle className="mastercard-end" cx="16.6" cy="12" r="7.4" />
      <path className="mastercard-both" d="M12 6.2a7.4 7.4 0 0 1 0 11.6 7.4 7.4 0 0 1 0-11.6Z" />
    </svg>
  );
}
