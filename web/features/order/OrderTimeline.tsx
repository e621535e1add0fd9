import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { traitsOf } from '@slipway/contract/entities/payMethods.ts';
import { shortAddress } from '@slipway/look/addressGroups.ts';
import type { ReactNode } from 'react';
import { declineText } from '../../i18n/declineText.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { currentLocale, type TextKey, text, textIfAny } from '../../i18n/text.ts';
import { AmountText } from '../../ui/AmountText.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { priceText } from './moneyRows.tsx';
import { statusWords } from './orderStatuses.ts';
import { type OrderStep, orderSteps } from './orderSteps.ts';
import { asTold } from './providerRows.tsx';
import { paidWith } from './Receipt.tsx';
import { transferFigures } from './transferFigures.ts';

type OrderTimelineProps = {
  readonly order: OrderDetail;
  /** Instead of those of its status. */
  readonly words?: string;
};

/** What has happened to the order, what happens now, what comes. */
export function OrderTimeline({ order: ordered, words = statusWords(ordered) }: OrderTimelineProps) {
  const order = asTold(ordered);
  const locale = currentLocale();
  return (
    <Timeline
      steps={orderSteps(order).map((step) => ({
        id: step.id,
        state: step.state,
        title: titleOf(step, order, words),
        detail: detailOf(step, order, words),
        ...(step.at ? { time: formatTime(new Date(step.at), locale, 'seconds'), at: step.at } : {}),
      }))}
    />
  );
}

/** A step is named by its end once it is there, and by what goes on while it does. */
function titleOf(step: OrderStep, order: OrderDetail, words: string): string {
  const key = keyOf('step', step, order, words) ?? `order.step.${step.id}`;
  return textIfAny(key) ?? step.id;
}

/** The most exact text there is for a step: by how the money came or why it went back, by the status, by its state. */
function keyOf(
  kind: 'step' | 'detail',
  { id, state }: OrderStep,
  order: OrderDetail,
  words: string,
): string | undefined {
  const base = `order.${kind}.${id}.${state}`;
  const why = order.exception === 'paid_late' ? order.exception : order.reason;
  const exact = traitsOf(order.payMethod).money === 'received' ? [`bank.${why}`, `bank.${words}`, 'bank'] : [];
  return [...exact, words, order.status]
    .map((end) => `${base}.${end}`)
    .concat(base)
    .find((key) => textIfAny(key) !== undefined);
}

const fillings = {
  pay: (order) => <AmountText amount={order.sendCurrencyAmount} code={order.sendCurrency} />,
  paid: (order) => <AmountText amount={order.paidAmount ?? order.sendCurrencyAmount} code={order.sendCurrency} />,
  back: (order) => <AmountText amount={transferFigures(order).toSendBack} code={order.sendCurrency} />,
  refunded: (order) => <AmountText amount={transferFigures(order).sentBack} code={order.sendCurrency} />,
  get: (order) => <AmountText amount={order.getCurrencyAmount} code={order.symbol} />,
  method: paidWith,
  price: (order) => <span className="num">{priceText(order)}</span>,
  symbol: (order) => order.symbol,
  network: (order) => order.networkName,
  address: (order) => (
    <span className="mono" translate="no">
      {shortAddress(order.address)}
    </span>
  ),
} satisfies Record<string, (order: OrderDetail) => ReactNode>;

function detailOf(step: OrderStep, order: OrderDetail, words: string): ReactNode {
  const { id, state } = step;
  if (id === 'delivered' && state === 'later') return usually(order);
  const key = keyOf('detail', step, order, words);
  if (!key) return showsReason(step, order) ? reasonText(order) : null;
  const parts = Object.fromEntries(Object.entries(fillings).map(([name, fill]) => [name, fill(order)]));
  return <RichText of={key as TextKey} with={parts} />;
}

/** The step at which the order stopped has the cause, once. */
function showsReason({ id, state }: OrderStep, order: OrderDetail): boolean {
  return state === 'failed' || (id === 'review' && statusWords(order) !== 'delivery_failed');
}

/** Only where the chain's usual minutes are known. */
function usually({ delivery }: OrderDetail): string | null {
  return delivery ? text('order.usually', { minutes: delivery.expectedMinutes }) : null;
}

/** Why the order did not go on; null for a reason that has no text. */
export function reasonText({ reason, status }: Pick<OrderDetail, 'reason' | 'status'>): string | null {
  if (reason === null) return null;
  // The heading has the sentence for a card that was declined without a cause.
  if (status === 'failed' && reason === 'declined') return text('order.no_cause');
  if (status === 'failed' || status === 'awaiting_payment') return declineText(reason, status === 'awaiting_payment');
  return textIfAny(`reason.${reason}`) ?? null;
}
