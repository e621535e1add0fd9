import { isMarkedMethod, isPayMethod, type MethodTraits, methodTraits } from '@slipway/contract/entities/payMethods.ts';
import CreditCard from 'lucide-react/icons/credit-card';
import Landmark from 'lucide-react/icons/landmark';
import { methodMarks } from './methodMarks.gen.ts';
import { Picture } from './Picture.tsx';

const icons = {
  'credit-card': CreditCard,
  landmark: Landmark,
} satisfies Record<Exclude<MethodTraits['icon'], 'brand'>, unknown>;

/** Shows a payment method's icon in the text colour; unknown methods show the picture from the server. */
export function MethodIcon({ method, src }: { readonly method: string; readonly src: string }) {
  if (!isPayMethod(method)) return <Picture src={src} name={method} size={30} shape="soft" />;
  if (isMarkedMethod(method)) return <BrandMark outline={methodMarks[method]} size={34} />;
  const Icon = icons[methodTraits[method].icon];
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
