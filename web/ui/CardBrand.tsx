import './cardBrand.css';
import CreditCard from 'lucide-react/icons/credit-card';
import { americanexpress, dinersclub, discover, jcb, mastercard, visa } from './brandMarks.gen.ts';
import { BrandMark } from './MethodIcon.tsx';

/** By the acquirer's names of the brands. */
const outlines: Readonly<Record<string, string>> = {
  visa,
  mastercard,
  amex: americanexpress,
  discover,
  jcb,
  diners: dinersclub,
};

/** A card's brand on a small card; its name stands in words beside it. */
export function CardBrand({ brand }: { readonly brand: string }) {
  const outline = outlines[brand];
  return (
    <span className="card-brand" aria-hidden="true">
      {outline ? <BrandMark outline={outline} size={26} /> : <CreditCard size={20} strokeWidth={1.9} />}
    </span>
  );
}
