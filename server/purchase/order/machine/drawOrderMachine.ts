import { type OrderStatus, orderStatuses } from '@slipway/contract/entities/order.ts';
import { type EventKind, eventKinds } from '../orderEventKinds.ts';
import { type UnsentReason, unsentReasonRules } from '../unsentReasonRules.ts';
import { providerTransitions } from './providerTransitions.ts';
import { deadlines, nextSteps, providerNextSteps } from './stateDeadlines.ts';
import { type Transition, transitions } from './transitions.ts';
import { unmatchedEventHandling } from './unmatchedEventHandling.ts';

/** Events of orders that another provider fulfils have their own table. */
const ownKinds = eventKinds.filter((kind) => !kind.startsWith('provider_'));

/** Returns the order machine as a Markdown page, generated from the transition table. */
export function drawOrderMachine(): string {
  return `# The order machine

<!-- Written by \`npm run draw\` from server/purchase/order/machine/transitions.ts. -->

Every status of an order, every event, and what each does. [money.md](money.md) explains how an order moves.

\`\`\`mermaid
stateDiagram-v2
${[...new Set(transitions.flatMap(edges))].toSorted().join('\n')}
\`\`\`

## Rows

| from | event | guards | to | effects |
| --- | --- | --- | --- | --- |
${transitions.map(tableRow).join('\n')}

## Steps and deadlines

| state | step, sent again after | deadline's event |
| --- | --- | --- |
${orderStatuses.map(stateRow).join('\n')}

A held order whose payout is out is still watched, and a refund that was sent is still asked about.

## Paid and not sent

A paid order whose payout is not signed is late after six hours: the clock \`sending\` warns the operator from half of them on. It is refunded by itself only while the funds are missing, or after \`refundUnsentHours\` (a rule, 0: never) for a reason that allows it. Otherwise it waits; to refund it, \`hold\` and \`refuse\` it.

| it waits for | at six hours | with \`refundUnsentHours\` | the refund's reason |
| --- | --- | --- | --- |
${Object.entries(unsentReasonRules)
  .map(([reason, { atDeadline, refundedAs }]) => unsentRow(reason as UnsentReason, atDeadline, refundedAs))
  .join('\n')}

## Orders that another provider fulfils

Their rows are others (\`providerTransitions.ts\`): only the provider's reports move them, and the newest report wins.
\`sync_provider\` queries the provider after ${seconds('awaiting_payment')} s while the buyer pays, then less often as the order ages, for thirty days.

| from | event | guards | to | effects |
| --- | --- | --- | --- | --- |
${providerTransitions.map(tableRow).join('\n')}

## Every event in every state

The table shows the state after an event, without its guards. Italics show what happens if the state has no row for the event, or
the guards of all rows refuse it: \`waits\` (stored, and applied again after every change of the order; the operator is alerted),
\`alerts\` (recorded, and the operator is alerted), \`stale\` (recorded), \`refused\` (returned to the operator who requested it). An event without a row of its own in \`on_hold\` is applied where
the order was held.

| event | ${orderStatuses.join(' | ')} |
| --- |${' --- |'.repeat(orderStatuses.length)}
${ownKinds.map((kind) => `| ${kind} | ${orderStatuses.map((status) => drawCell(status, kind)).join(' | ')} |`).join('\n')}
`;
}

function unsentRow(reason: UnsentReason, atDeadline: string, refundedAs: string): string {
  if (atDeadline === 'refund') return `| ${reason} | is refunded | the same | ${refundedAs} |`;
  return atDeadline === 'wait'
    ? `| ${reason} | waits | is refunded then | ${refundedAs} |`
    : `| ${reason} | waits | waits: a payout may have been signed | |`;
}

function seconds(status: OrderStatus): number {
  return (providerNextSteps[status]?.retryMs ?? 0) / 1000;
}

/** Returns what an event does in a state, in a few words; never empty. */
export function drawCell(status: OrderStatus, kind: EventKind): string {
  const rows = transitions.filter((row) => row.on === kind && row.from.includes(status));
  const targets = new Set(rows.map(({ to }) => (to === 'held_from' ? 'where it was held' : to)));
  const covered = rows.some(({ when }) => when.length === 0);
  return [...targets, ...(covered ? [] : [`*${unmatchedEventHandling[kind]}*`])].join(', ');
}

function edges(row: Transition): string[] {
  const { to } = row;
  if (to === 'same') return [];
  if (to === 'held_from') return [`    on_hold --> held_from: ${row.on}`];
  return row.from.map((from) => `    ${from} --> ${to}: ${row.on}`);
}

function tableRow(row: Transition): string {
  const from = row.from.length === orderStatuses.length ? 'any' : row.from.join(', ');
  return `| ${from} | ${row.on} | ${row.when.join(', ')} | ${row.to} | ${row.effects.join(', ')} |`;
}

function stateRow(status: (typeof orderStatuses)[number]): string {
  const step = nextSteps[status];
  const unless = status === 'converted' ? ' (see [Paid and not sent](#paid-and-not-sent))' : '';
  const event = deadlines[status]?.event ?? '';
  return `| ${status} | ${step ? `${step.effect}, ${step.retryMs / 1000} s` : ''} | ${event}${unless} |`;
}
