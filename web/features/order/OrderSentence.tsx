import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { type TextKey, textIfAny } from '../../i18n/text.ts';
import { AmountText } from '../../ui/AmountText.tsx';
import { sentenceWords } from './orderStatuses.ts';
import { asTold } from './providerRows.tsx';
import { transferFigures } from './transferFigures.ts';

type OrderSentenceProps = {
  readonly order: OrderDetail;
  /** Instead of those of its status. */
  readonly words?: string;
};

/** What the status means for the buyer's money, in one sentence. */
export function OrderSentence({ order, words = sentenceWords(order) }: OrderSentenceProps) {
  const key = `order.sentence.${words}`;
  if (textIfAny(key) === undefined) return null;
  const told = asTold(order);
  const paid = order.paidAmount ?? order.sendCurrencyAmount;
  const { missing, toSendBack } = transferFigures(order);
  const fiat = (amount: string) => <AmountText amount={amount} code={order.sendCurrency} />;
  return (
    <RichText
      of={key as TextKey}
      with={{
        get: <AmountText amount={told.getCurrencyAmount} code={order.symbol} />,
        pay: fiat(told.sendCurrencyAmount),
        paid: fiat(paid),
        missing: fiat(missing),
        back: fiat(toSendBack),
        refunded: fiat(order.refundedAmount ?? paid),
        provider: order.provider?.name ?? '',
      }}
    />
  );
}
