import CreditCard from 'lucide-react/icons/credit-card';
import Landmark from 'lucide-react/icons/landmark';
import { Logo } from './Picture.tsx';
import { applepay, googlepay } from './walletMarks.gen.ts';

/** A payment method's icon in the text's colour; a method that we have none for shows the picture it came with. */
export function MethodIcon({ method, src }: { readonly method: string; readonly src: string }) {
  switch (method) {
    case 'credit_debit_card':
      return <CreditCard size={25} strokeWidth={1.7} aria-hidden="true" />;
    case 'bank_transfer':
      return <Landmark size={25} strokeWidth={1.7} aria-hidden="true" />;
    case 'apple_pay':
      return <BrandMark outline={applepay} size={34} />;
    case 'google_pay':
      return <BrandMark outline={googlepay} size={34} />;
    default:
      return <Logo src={src} name={method} size={30} />;
  }
}

/** A one-colour brand mark from one of the `*Marks.gen.ts` files, in the text's colour. */
export function BrandMark({ outline, size }: { readonly outline: string; readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={outline} />
    </svg>
  );
}
