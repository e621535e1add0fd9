import { isPayMethod, type PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { type ReactNode, useState } from 'react';
import { payableHere } from '../features/quote/payableHere.ts';
import type { Quote, QuoteState } from '../features/quote/quoteReducer.ts';
import { methodName } from '../i18n/methodName.ts';
import { text } from '../i18n/text.ts';
import { mastercard, visa } from '../ui/brandMarks.gen.ts';
import { BrandMark, MethodIcon } from '../ui/MethodIcon.tsx';

/** What the current quote can be paid with. While a new one is asked for, the icons of the last one stay. */
export function PaymentIcons({ state }: { readonly state: QuoteState }) {
  const [last, setLast] = useState<Quote | null>(null);
  if (state.status === 'live' && state.quote !== last) setLast(state.quote);
  return (
    <ul className="plugin-methods" aria-label={text('plugin.methods')}>
      {last &&
        methodsOf(last).map(({ method, image }) => (
          <li key={method}>
            <PaymentIcon method={method} image={image} />
            <span className="unseen">{methodName(method)}</span>
          </li>
        ))}
    </ul>
  );
}

function methodsOf({ methodList, methodListImage }: Quote) {
  return methodList
    .map((method, index) => ({ method, image: methodListImage[index] ?? '' }))
    .filter(({ method }) => payableHere(method));
}

/** Methods that are shown otherwise than in the app: a card by the brands that it may bear. */
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
