import { text, textIfAny } from '../../i18n/text.ts';
import { AmountText } from '../../ui/AmountText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MethodGrid, MethodGridSkeleton } from '../../ui/MethodGrid.tsx';
import { MethodIcon } from '../../ui/MethodIcon.tsx';
import { RichText } from '../../i18n/RichText.tsx';
import { type MethodPrice, shownFee } from './quoteFigures.ts';
import type { MethodPrices } from './useMethodPrices.ts';

type MethodPickerProps = {
  readonly methods: MethodPrices;
  readonly selected: string;
  readonly onSelect: (payMethod: string) => void;
};

/** "Payment Method": the grid in all its states. */
export function MethodPicker({ methods, selected, onSelect }: MethodPickerProps) {
  return (
    <section className="section" aria-busy={methods.status === 'loading' || undefined}>
      <h2 className="heading">{text('edit.payment_method')}</h2>
      <MethodContent methods={methods} selected={selected} onSelect={onSelect} />
    </section>
  );
}

function MethodContent({ methods: { status, prices, retry }, selected, onSelect }: MethodPickerProps) {
  if (status === 'loading') return <MethodGridSkeleton />;
  if (status === 'failed') {
    return <EmptyState message={text('edit.methods_failed')} action={text('ui.try_again')} onAction={retry} />;
  }
  if (prices.length === 0) {
    return <EmptyState message={text('edit.methods_none')} action={text('ui.refresh')} onAction={retry} />;
  }
  return (
    <MethodGrid
      label={text('edit.payment_method')}
      selected={selected}
      onSelect={onSelect}
      choices={prices.map((price) => ({
        id: price.payMethod,
        name: methodName(price.payMethod),
        icon: <MethodIcon method={price.payMethod} src={price.image2} />,
        detail: methodDetail(price, prices.length > 1),
        disabled: !price.available,
      }))}
    />
  );
}

function methodDetail(price: MethodPrice, several: boolean) {
  if (price.reason) return textIfAny(`error.${price.reason.error}`, price.reason.facts) ?? text('error.method_unavailable');
  if (!several) return undefined;
  const fee = shownFee(price.processingFee, price.transNetworkFee);
  return <RichText of="edit.fee" with={{ fee: <AmountText amount={fee} code={price.feeCurrency} /> }} />;
}

/** A payment method's name; its id where no language knows it. */
export function methodName(payMethod: string): string {
  return textIfAny(`method.${payMethod}`) ?? payMethod;
}
