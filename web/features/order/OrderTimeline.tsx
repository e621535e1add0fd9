import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { getPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { shortenAddress } from '@slipway/look/formatAddress.ts';
import type { ReactNode } from 'react';
import { declineText } from '../../i18n/declineText.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { findText, getLocale, type TextKey, text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { Timeline } from '../../ui/progress/Timeline.tsx';
import { formatOrderRate } from './buildMoneyRows.tsx';
import { buildOrderSteps, type OrderStep } from './buildOrderSteps.ts';
import { withReportedAmounts } from './buildProviderRows.tsx';
import { computeTransferFigures } from './computeTransferFigures.ts';
import { joinLaterSteps } from './foldLaterSteps.ts';
import { formatUsualTime } from './formatUsualTime.ts';
import { findStatusKey } from './orderStatuses.ts';
import { formatPaymentMethod } from './Receipt.tsx';

type OrderTimelineProps = {
  readonly order: OrderDetail;
  /** Overrides the text keys derived from the status. */
  readonly textKey?: string;
  /** Shows the future steps in one row. */
  readonly joinsLaterSteps?: boolean;
};

/** Shows the past, current and future steps of the order. */
export function OrderTimeline({
  order: ordered,
  textKey = findStatusKey(ordered),
  joinsLaterSteps = false,
}: OrderTimelineProps) {
  const order = withReportedAmounts(ordered);
  const locale = getLocale();
  const steps = buildOrderSteps(order).map((step) => ({
    id: step.id,
    state: step.state,
    title: formatStepTitle(step, order, textKey),
    detail: renderStepDetail(step, order, textKey),
    ...(step.state === 'now' ? { usual: formatUsualTime(order.usualSeconds) } : {}),
    ...(step.at ? { time: formatTime(new Date(step.at), locale, 'seconds'), at: step.at } : {}),
  }));
  return <Timeline steps={joinsLaterSteps ? joinLaterSteps(steps) : steps} />;
}

/** Returns the title of a step: its result if completed, its activity while in progress. */
function formatStepTitle(step: OrderStep, order: OrderDetail, textKey: string): string {
  const key = findStepTextKey('step', step, order, textKey) ?? `order.step.${step.id}`;
  return findText(key) ?? step.id;
}

/** Returns the key of the most specific text for a step: first by payment kind and reason, then by status, then by state. */
function findStepTextKey(
  kind: 'step' | 'detail',
  { id, state }: OrderStep,
  order: OrderDetail,
  textKey: string,
): string | undefined {
  const base = `order.${kind}.${id}.${state}`;
  const why = order.exception === 'paid_late' ? order.exception : order.reason;
  const exact =
    getPayMethodTraits(order.payMethod).money === 'received' ? [`bank.${why}`, `bank.${textKey}`, 'bank'] : [];
  return [...exact, textKey, order.status]
    .map((end) => `${base}.${end}`)
    .concat(base)
    .find((key) => findText(key) !== undefined);
}

const placeholderElements = {
  pay: (order) => <AmountText amount={order.sendCurrencyAmount} code={order.sendCurrency} />,
  paid: (order) => <AmountText amount={order.paidAmount ?? order.sendCurrencyAmount} code={order.sendCurrency} />,
  back: (order) => <AmountText amount={computeTransferFigures(order).toSendBack} code={order.sendCurrency} />,
  refunded: (order) => <AmountText amount={computeTransferFigures(order).sentBack} code={order.sendCurrency} />,
  get: (order) => <AmountText amount={order.getCurrencyAmount} code={order.symbol} />,
  method: formatPaymentMethod,
  price: (order) => <span className="num">{formatOrderRate(order)}</span>,
  symbol: (order) => order.symbol,
  network: (order) => order.networkName,
  address: (order) => (
    <span className="mono" translate="no">
      {shortenAddress(order.address)}
    </span>
  ),
} satisfies Record<string, (order: OrderDetail) => ReactNode>;

function renderStepDetail(step: OrderStep, order: OrderDetail, textKey: string): ReactNode {
  const { id, state } = step;
  if (id === 'delivered' && state === 'later') return formatExpectedDelivery(order);
  const key = findStepTextKey('detail', step, order, textKey);
  if (!key) return showsReason(step, order) ? formatReason(order) : null;
  const parts = Object.fromEntries(Object.entries(placeholderElements).map(([name, fill]) => [name, fill(order)]));
  return <RichText of={key as TextKey} with={parts} />;
}

/** Returns true for the step at which the order stopped, so that the reason is shown once. */
function showsReason({ id, state }: OrderStep, order: OrderDetail): boolean {
  return state === 'failed' || (id === 'review' && findStatusKey(order) !== 'delivery_failed');
}

/** Returns the network's configured time once the coins are sent, unless the step before shows the measured one. */
function formatExpectedDelivery({ delivery, usualSeconds }: OrderDetail): string | null {
  return delivery && usualSeconds === null ? text('order.usually', { minutes: delivery.expectedMinutes }) : null;
}

/** Returns why the order stopped; null if it has no reason, or the reason has no text. */
export function formatReason({ reason, status }: Pick<OrderDetail, 'reason' | 'status'>): string | null {
  if (reason === null) return null;
  // For a decline without a cause the heading already shows this sentence.
  if (status === 'failed' && reason === 'declined') return text('order.no_cause');
  if (status === 'failed' || status === 'awaiting_payment') return declineText(reason, status === 'awaiting_payment');
  return findText(`reason.${reason}`) ?? null;
}
