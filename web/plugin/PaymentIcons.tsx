import { useState } from 'react';
import { payableHere } from '../features/quote/payableHere.ts';
import type { Quote, QuoteState } from '../features/quote/quoteReducer.ts';
import { text, textIfAny } from '../i18n/text.ts';
import { mastercard, visa } from '../ui/brandMarks.gen.ts';
import { BrandMark, MethodIcon } from '../ui/MethodIcon.tsx';

/** What the present quote can be paid with. While a new one is asked for, the icons of the last one stay. */
export function PaymentIcons({ state }: { readonly state: QuoteState }) {
  const [last, setLast] = useState<Quote | null>(null);
  if (state.status === 'live' && state.quote !== last) setLast(state.quote);
  return (
    <ul className="plugin-methods" aria-label={text('plugin.methods')}>
      {last &&
        methodsOf(last).map(({ method, image }) => (
          <li key={method}>
            {method === 'credit_debit_card' ? <CardMarks /> : <MethodIcon method={method} src={image} />}
            <span className="unseen">{textIfAny(`method.${method}`) ?? method}</span>
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

function CardMarks() {
  return (
    <>
      <BrandMark outline={visa} size={32} />
      <BrandMark outline={mastercard} size={24} />
    </>
  );
}
