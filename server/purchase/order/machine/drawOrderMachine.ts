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

This page lists what each event does in each state of an order. [money.md](money.md) explains how an order moves.

\`\`\`mermaid
stateDiagram-v2
${[...new Set(transitions.flatMap(drawEdges))].toSorted().join('\n')}
\`\`\`

## Rows

The first row whose guards all hold applies. \`same\` keeps the state; \`held_from\` is the state in which the order was held.

| from | event | guards | to | effects |
| --- | --- | --- | --- | --- |
${transitions.map(drawTableRow).join('\n')}

## Steps and deadlines

| state | step, repeated after | event at the deadline |
| --- | --- | --- |
${orderStatuses.map(drawStateRow).join('\n')}

If an order is held after its payout was signed, \`watch_payout\` continues until the payout is final. If an order is held
in \`refunding\`, \`sync_refund\` continues. \`hold_lapsing\` voids an authorization that was not captured; every other
order in \`on_hold\` gets \`step_overdue\` after a day. A deadline whose event changes nothing is raised again after a day.

## Paid and not sent

A paid order without a signed payout is late after six hours. The deadline \`sending\` warns the operator after half of
this time, after four fifths, and at its end. The rule \`refundUnsentHours\` sets a later time at which some reasons lead
to a refund; 0 means never. An order always waits if a payout may have been signed. To refund an order earlier, use
\`refund ORDER\`.

| the order waits because of | after six hours | after \`refundUnsentHours\` | reason of the refund |
| --- | --- | --- | --- |
${Object.entries(unsentReasonRules)
  .map(([reason, { atDeadline, refundedAs }]) => drawUnsentRow(reason as UnsentReason, atDeadline, refundedAs))
  .join('\n')}

## Orders that another provider fulfils

These orders have their own rows (\`providerTransitions.ts\`). Only the provider's reports and deadlines change them. A
report without a row changes nothing. \`sync_provider\` queries the provider every ${getPollSeconds('awaiting_payment')} s while the buyer pays,
then less often as the order ages, for thirty days.

| from | event | guards | to | effects |
| --- | --- | --- | --- | --- |
${providerTransitions.map(drawTableRow).join('\n')}

## Every event in every state

A cell lists the states to which an event can lead; the guards decide which. The text in italics is how the event is
handled if no row matches, or if the guards of all rows fail:

- \`waits\`: the event is stored and tried again after each change of the order. An alert is raised.
- \`alerts\`: the event is recorded, and an alert is raised.
- \`stale\`: the event is recorded. An alert is raised only if a deadline of the order raised the event.
- \`refused\`: the person who sent the command gets an error.

With an alert, the acquirer is queried if the event belongs to a payment attempt.

If an event has no row for \`on_hold\`, the row of the state in which the order was held applies.

| event | ${orderStatuses.join(' | ')} |
| --- |${' --- |'.repeat(orderStatuses.length)}
${ownKinds.map((kind) => `| ${kind} | ${orderStatuses.map((status) => drawCell(status, kind)).join(' | ')} |`).join('\n')}
`;
}

function drawUnsentRow(reason: UnsentReason, atDeadline: string, refundedAs: string): string {
  if (atDeadline === 'refund') return `| ${reason} | refunded | | ${refundedAs} |`;
  return atDeadline === 'wait' ? `| ${reason} | waits | refunded | ${refundedAs} |` : `| ${reason} | waits | waits | |`;
}

function getPollSeconds(status: OrderStatus): number {
  return (providerNextSteps[status]?.retryMs ?? 0) / 1000;
}

/** Returns what an event does in a state, in a few words; never empty. */
export function drawCell(status: OrderStatus, kind: EventKind): string {
  const rows = transitions.filter((row) => row.on === kind && row.from.includes(status));
  const targets = new Set(rows.map(({ to }) => (to === 'held_from' ? 'where it was held' : to)));
  const covered = rows.some(({ when }) => when.length === 0);
  return [...targets, ...(covered ? [] : [`*${unmatchedEventHandling[kind]}*`])].join(', ');
}

function drawEdges(row: Transition): string[] {
  const { to } = row;
  if (to === 'same') return [];
  if (to === 'held_from') return [`    on_hold --> held_from: ${row.on}`];
  return row.from.map((from) => `    ${from} --> ${to}: ${row.on}`);
}

function drawTableRow(row: Transition): string {
  const from = row.from.length === orderStatuses.length ? 'any' : row.from.join(', ');
  return `| ${from} | ${row.on} | ${row.when.join(', ')} | ${row.to} | ${row.effects.join(', ')} |`;
}

function drawStateRow(status: (typeof orderStatuses)[number]): string {
  const step = nextSteps[status];
  const unless = status === 'converted' ? ' (see [Paid and not sent](#paid-and-not-sent))' : '';
  const event = deadlines[status]?.event ?? '';
  return `| ${status} | ${step ? `${step.effect}, ${step.retryMs / 1000} s` : ''} | ${event}${unless} |`;
}
