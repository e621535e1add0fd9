import {
  isPayMethod,
  isWalletMethod,
  type PayMethod,
  type WalletMethod,
} from '@slipway/contract/entities/payMethods.ts';
import CreditCard from 'lucide-react/icons/credit-card';
import Landmark from 'lucide-react/icons/landmark';
import { Logo } from './Picture.tsx';
import { walletMarks } from './walletMarks.gen.ts';

const icons = {
  credit_debit_card: CreditCard,
  bank_transfer: Landmark,
} satisfies Record<Exclude<PayMethod, WalletMethod>, unknown>;

/** Shows a payment method's icon in the text colour; unknown methods show the picture from the server. */
export function MethodIcon({ method, src }: { readonly method: string; readonly src: string }) {
  if (!isPayMethod(method)) return <Logo src={src} name={method} size={30} />;
  if (isWalletMethod(method)) return <BrandMark outline={walletMarks[method]} size={34} />;
  const Icon = icons[method];
  return <Icon size={25} strokeWidth={1.7} aria-hidden="true" />;
}

/** Shows a one-colour brand mark from a `*Marks.gen.ts` file in the text colour. */
export function BrandMark({ outline, size }: { readonly outline: string; readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={outline} />
    </svg>
  );
}
