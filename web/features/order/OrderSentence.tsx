import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { findText, type TextKey } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { withReportedAmounts } from './buildProviderRows.tsx';
import { computeTransferFigures } from './computeTransferFigures.ts';
import { findSentenceKey } from './orderStatuses.ts';

type OrderSentenceProps = {
  readonly order: OrderDetail;
  /** Overrides the text keys derived from the status. */
  readonly textKey?: string;
};

/** Explains in one sentence what the status means for the buyer's money. */
export function OrderSentence({ order, textKey = findSentenceKey(order) }: OrderSentenceProps) {
  const key = `order.sentence.${textKey}`;
  if (findText(key) === undefined) return null;
  const reported = withReportedAmounts(order);
  const paid = order.paidAmount ?? order.sendCurrencyAmount;
  const { missing, toSendBack } = computeTransferFigures(order);
  const renderFiat = (amount: string) => <AmountText amount={amount} code={order.sendCurrency} />;
  return (
    <RichText
      of={key as TextKey}
      with={{
        get: <AmountText amount={reported.getCurrencyAmount} code={order.symbol} />,
        pay: renderFiat(reported.sendCurrencyAmount),
        paid: renderFiat(paid),
        missing: renderFiat(missing),
        back: renderFiat(toSendBack),
        refunded: renderFiat(order.refundedAmount ?? paid),
        provider: order.provider?.name ?? '',
      }}
    />
  );
}
