import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { formatLabel, formatPlainValue } from '../../operator/show/layout.ts';
import type { Order } from '../../purchase/order/order.ts';
import type { Assessment, FillFacts } from '../../purchase/order/orderEventKinds.ts';
import type { StoredEvent } from '../../purchase/order/orderEventStore.ts';
import { waitReasons } from '../../purchase/order/stepRunner/conclusion.ts';
import type { JournalRow } from '../../purchase/order/stepRunner/journalStore.ts';
import { findWaitReason } from '../../purchase/order/waits/orderWait.ts';
import { presentAmount } from '../presentAmount.ts';

type CreatedOrder = Pick<Order, 'pay' | 'receive' | 'price' | 'createdAt'>;

/** Returns all events and attempted steps of an order, newest first. */
export function buildJournal(order: CreatedOrder, events: readonly StoredEvent[], steps: readonly JournalRow[]) {
  const entries = [
    buildCreationEntry(order),
    ...events.map((event) => buildEventEntry(order, event)),
    ...steps.map(buildStepEntry),
  ];
  // An event is listed before a step at the same time, as the newer one, because the step caused it.
  return entries.toSorted((a, b) => b.at.localeCompare(a.at) || a.kind.localeCompare(b.kind));
}

/** Returns the entry of the order's creation, for which there is no event. */
function buildCreationEntry({ pay, receive, price, createdAt }: CreatedOrder) {
  return {
    id: 'made',
    at: createdAt.toISOString(),
    kind: 'event' as const,
    name: 'order_created',
    from: null as OrderStatus | null,
    to: 'awaiting_payment' as OrderStatus | null,
    unexpected: false,
    outcome: null as string | null,
    times: 1,
    meaning: null as string | null,
    message: '',
    amount: presentAmount(pay) as ReturnType<typeof presentAmount> | null,
    facts: `1 ${receive.asset.code} = ${price}`,
  };
}

/** Events whose `units` are minor units of the pay currency. */
const MONEY_EVENT = /^(?:payment|refund|surplus|dispute|loss)_/;

function buildEventEntry(
  { pay }: Pick<Order, 'pay'>,
  { sequence, at, kind, fromStatus, toStatus, unexpected, facts }: StoredEvent,
) {
  const { units, ...rest } = separateUnits(kind, facts);
  return {
    id: `event:${sequence}`,
    at: at.toISOString(),
    kind: 'event' as const,
    name: kind,
    from: fromStatus as OrderStatus,
    to: toStatus as OrderStatus,
    unexpected,
    outcome: null,
    times: 1,
    meaning: null,
    message: '',
    amount: units === undefined ? null : presentAmount({ ...pay, units }),
    facts: formatFacts(rest),
  };
}

/**
 * Formats facts in one line. Of the structured facts only the assessment and the fill are included: the others have
 * their own tab.
 */
function formatFacts(facts: object): string {
  return Object.entries(facts)
    .flatMap(([name, value]: [string, unknown]) => {
      if (name === 'assessment') return formatAssessment(value as Assessment | null);
      if (name === 'fill') return formatFill(value as FillFacts | null);
      const text = typeof value === 'object' && !(value instanceof Date) ? '' : formatPlainValue(value);
      return text === '' ? [] : [`${formatLabel(name)} ${text}`];
    })
    .join(', ');
}

function formatAssessment(assessment: Assessment | null): string[] {
  if (!assessment) return [];
  const { risk, riskRule, identity, driftedUnits } = assessment;
  return [
    risk === 'hold'
      ? riskRule
        ? `held by the risk rule ${riskRule}`
        : 'held by an operator'
      : 'no risk rule triggered',
    identity === 'needed' ? 'ID required' : 'identity accepted',
    ...(driftedUnits === undefined ? [] : ['price drifted']),
  ];
}

function formatFill(fill: FillFacts | null): string[] {
  return fill ? [`${fill.filledBase} ${fill.base} for ${fill.cost} ${fill.quote}, order ${fill.clientOrderId}`] : [];
}

function separateUnits(kind: string, facts: object): { readonly units?: bigint } {
  const { units, ...rest } = facts as { readonly units?: unknown };
  return MONEY_EVENT.test(kind) && typeof units === 'bigint' ? { ...rest, units } : facts;
}

function buildStepEntry(row: JournalRow, index: number) {
  const reason = findWaitReason(row.conclusion);
  return {
    id: `step:${index}`,
    at: row.at.toISOString(),
    kind: 'step' as const,
    name: row.step,
    from: null,
    to: null,
    unexpected: false,
    outcome: row.outcome as string,
    times: row.times,
    meaning: reason ? waitReasons[reason] : null,
    message: row.text,
    amount: null,
    facts: row.refusal === null ? row.subject : `${row.subject} refused: ${row.refusal}`.trim(),
  };
}
