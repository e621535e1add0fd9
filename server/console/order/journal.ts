import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { label, plainText } from '../../operator/show/layout.ts';
import { waitReasons } from '../../purchase/order/conclusion.ts';
import type { Assessment, FillFacts } from '../../purchase/order/events.ts';
import type { JournalRow } from '../../purchase/order/journalStore.ts';
import type { Order } from '../../purchase/order/order.ts';
import type { StoredEvent } from '../../purchase/order/orderEventStore.ts';
import { reasonOf } from '../../purchase/order/wait.ts';
import { shownSum } from '../shownSum.ts';

type Made = Pick<Order, 'pay' | 'receive' | 'price' | 'createdAt'>;

/** All that happened to an order and all that was tried for it, the newest first. */
export function journalFor(order: Made, events: readonly StoredEvent[], steps: readonly JournalRow[]) {
  const told = [made(order), ...events.map((event) => momentOfEvent(order, event)), ...steps.map(momentOfStep)];
  // An event that a step has told stands after it in time, whichever clock has written them: the event is what came of it.
  return told.toSorted((a, b) => b.at.localeCompare(a.at) || a.kind.localeCompare(b.kind));
}

/** The machine begins with the order as it is made: no event says so. */
function made({ pay, receive, price, createdAt }: Made) {
  return {
    id: 'made',
    at: createdAt.toISOString(),
    kind: 'event' as const,
    name: 'order_made',
    from: null as OrderStatus | null,
    to: 'awaiting_payment' as OrderStatus | null,
    unexpected: false,
    outcome: null as string | null,
    times: 1,
    meaning: null as string | null,
    words: '',
    amount: shownSum(pay) as ReturnType<typeof shownSum> | null,
    facts: `1 ${receive.asset.code} = ${price}`,
  };
}

/** Events whose `units` are minor units of what the buyer pays in. */
const OF_MONEY = /^(?:payment|refund|surplus|dispute|loss)_/;

function momentOfEvent(
  { pay }: Pick<Order, 'pay'>,
  { sequence, at, kind, fromStatus, toStatus, unexpected, facts }: StoredEvent,
) {
  const { units, ...rest } = moneyIn(kind, facts);
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
    words: '',
    amount: units === undefined ? null : shownSum({ ...pay, units }),
    facts: factsText(rest),
  };
}

/** Facts in a line, those first that say what was decided or bought; what has a tab of its own is left to that. */
function factsText(facts: object): string {
  return Object.entries(facts)
    .flatMap(([name, value]: [string, unknown]) => {
      if (name === 'assessment') return assessmentText(value as Assessment | null);
      if (name === 'fill') return fillText(value as FillFacts | null);
      const text = typeof value === 'object' && !(value instanceof Date) ? '' : plainText(value);
      return text === '' ? [] : [`${label(name)} ${text}`];
    })
    .join(', ');
}

function assessmentText(assessment: Assessment | null): string[] {
  if (!assessment) return [];
  const { risk, riskRule, identity, driftedUnits } = assessment;
  return [
    risk === 'hold' ? `held by the rule ${riskRule ?? 'of the operator'}` : 'no rule holds',
    identity === 'needed' ? 'a document is missing' : 'identity accepted',
    ...(driftedUnits === undefined ? [] : ['the price has drifted']),
  ];
}

function fillText(fill: FillFacts | null): string[] {
  return fill ? [`${fill.filledBase} ${fill.base} for ${fill.cost} ${fill.quote}, order ${fill.clientOrderId}`] : [];
}

function moneyIn(kind: string, facts: object): { readonly units?: bigint } {
  const { units, ...rest } = facts as { readonly units?: unknown };
  return OF_MONEY.test(kind) && typeof units === 'bigint' ? { ...rest, units } : facts;
}

function momentOfStep(row: JournalRow, index: number) {
  const reason = reasonOf(row.conclusion);
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
    words: row.words,
    amount: null,
    facts: row.refusal === null ? row.subject : `${row.subject} refused: ${row.refusal}`.trim(),
  };
}
