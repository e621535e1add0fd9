import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { plainText } from '../../operator/show/layout.ts';
import { waitReasons } from '../../purchase/order/conclusion.ts';
import type { JournalRow } from '../../purchase/order/journalStore.ts';
import type { Order } from '../../purchase/order/order.ts';
import type { StoredEvent } from '../../purchase/order/orderEventStore.ts';
import { reasonOf } from '../../purchase/order/wait.ts';
import { shownSum } from './shownSum.ts';

/** All that happened to an order and all that was tried for it, the newest first. */
export function journalFor(order: Pick<Order, 'pay'>, events: readonly StoredEvent[], steps: readonly JournalRow[]) {
  const told = [...events.map((event) => momentOfEvent(order, event)), ...steps.map(momentOfStep)];
  // An event that a step has told stands after it in time, whichever clock has written them: the event is what came of it.
  return told.toSorted((a, b) => b.at.localeCompare(a.at) || a.kind.localeCompare(b.kind));
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
    facts: plainText(rest),
  };
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
