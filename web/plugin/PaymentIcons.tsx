import { isPayMethod, type PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { type ReactNode, useState } from 'react';
import { isPayableHere } from '../features/quote/methods/isPayableHere.ts';
import type { Quote, QuoteState } from '../features/quote/quoteReducer.ts';
import { formatMethodName } from '../i18n/methodName.ts';
import { text } from '../i18n/text.ts';
import { mastercard, visa } from '../ui/picture/brandMarks.gen.ts';
import { BrandMark, MethodIcon } from '../ui/picture/MethodIcon.tsx';

/** Shows the payment methods of the current quote; the last icons stay while a new quote is loading. */
export function PaymentIcons({ state }: { readonly state: QuoteState }) {
  const [last, setLast] = useState<Quote | null>(null);
  if (state.status === 'live' && state.quote !== last) setLast(state.quote);
  return (
    <ul className="plugin-methods" aria-label={text('plugin.methods')}>
      {last &&
        listMethods(last).map(({ method, image }) => (
          <li key={method}>
            <PaymentIcon method={method} image={image} />
            <span className="unseen">{formatMethodName(method)}</span>
          </li>
        ))}
    </ul>
  );
}

function listMethods({ methodList, methodListImage }: Quote) {
  return methodList
    .map((method, index) => ({ method, image: methodListImage[index] ?? '' }))
    .filter(({ method }) => isPayableHere(method));
}

/** Methods with different icons than in the app: a card shows its possible brands. */
const ownIcons: Readonly<Partial<Record<PayMethod, () => ReactNode>>> = { credit_debit_card: CardMarks };

function PaymentIcon({ method, image }: { readonly method: string; readonly image: string }) {
  const OwnIcon = isPayMethod(method) ? ownIcons[method] : undefined;
  return OwnIcon ? <OwnIcon /> : <MethodIcon method={method} src={image} />;
}

function CardMarks() {
  return (
    <>
      <BrandMark outline={visa} size={32} />
      <BrandMark outline={mastercard} size={24} />
    </>
  );
}
