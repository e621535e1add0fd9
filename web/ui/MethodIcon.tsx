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

/** A payment method's icon in the text's colour; a method that we have none for shows the picture it came with. */
export function MethodIcon({ method, src }: { readonly method: string; readonly src: string }) {
  if (!isPayMethod(method)) return <Logo src={src} name={method} size={30} />;
  if (isWalletMethod(method)) return <BrandMark outline={walletMarks[method]} size={34} />;
  const Icon = icons[method];
  return <Icon size={25} strokeWidth={1.7} aria-hidden="true" />;
}

/** A one-colour brand mark from one of the `*Marks.gen.ts` files, in the text's colour. */
export function BrandMark({ outline, size }: { readonly outline: string; readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={outline} />
    </svg>
  );
}
