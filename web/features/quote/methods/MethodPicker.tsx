import { formatFacts } from '../../../i18n/errorText.ts';
import { formatMethodName } from '../../../i18n/methodName.ts';
import { RichText } from '../../../i18n/RichText.tsx';
import { findText, text } from '../../../i18n/text.ts';
import { AmountText } from '../../../ui/amount/AmountText.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { MethodGrid, MethodGridSkeleton } from '../../../ui/form/MethodGrid.tsx';
import { MethodIcon } from '../../../ui/picture/MethodIcon.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { formatTotalFee, type MethodPrice } from '../computeQuoteFigures.ts';
import { isPayableHere } from './isPayableHere.ts';
import type { MethodPrices } from './useMethodPrices.ts';

type MethodPickerProps = {
  readonly methods: MethodPrices;
  /** Payment method requested by the link or partner; '' without one. */
  readonly wanted?: string;
  /** 'asking' hides outdated fees; 'stopped' shows none because there is no quote. */
  readonly quoting: 'asking' | 'quoted' | 'stopped';
  readonly selected: string;
  readonly onSelect: (payMethod: string) => void;
};

/** Grid of payment methods in all its states, under the heading "Payment Method". */
export function MethodPicker(props: MethodPickerProps) {
  const { methods, quoting, wanted: requestedMethod = '' } = props;
  if (methods.status === 'loading' && quoting === 'stopped') return null;
  return (
    <section className="section" aria-busy={methods.status === 'loading' || undefined}>
      <h2 className="heading">{text('edit.payment_method')}</h2>
      {!isPayableHere(requestedMethod) && (
        <p className="hint">{text('edit.method_not_here', { method: formatMethodName(requestedMethod) })}</p>
      )}
      <MethodContent {...props} />
    </section>
  );
}

function MethodContent({ methods, quoting, selected, onSelect }: MethodPickerProps) {
  const { status, prices, current, retry } = methods;
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
        name: formatMethodName(price.payMethod),
        icon: <MethodIcon method={price.payMethod} src={price.image2} />,
        detail: renderMethodDetail(price, prices.length > 1, quoting === 'quoted' && !current ? 'asking' : quoting),
        disabled: !price.available,
      }))}
    />
  );
}

function renderMethodDetail(price: MethodPrice, several: boolean, quoting: MethodPickerProps['quoting']) {
  if (quoting === 'quoted' && price.reason) {
    const reason = findText(`error.${price.reason.error}`, formatFacts(price.reason.facts));
    return reason ?? text('error.method_unavailable');
  }
  if (!several || quoting === 'stopped') return undefined;
  if (quoting === 'asking') return <Skeleton width={84} height={10} />;
  const fee = formatTotalFee(price.processingFee, price.transNetworkFee);
  return <RichText of="edit.fee" with={{ fee: <AmountText amount={fee} code={price.feeCurrency} /> }} />;
}
