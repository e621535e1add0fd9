import { orderStatuses } from '@slipway/contract/entities/order.ts';
import { deadlines, nextSteps } from './stateClocks.ts';
import { type Transition, transitions } from './transitions.ts';

/** The order machine as a page to read: drawn from the table itself, so that it cannot say anything else. */
export function drawOrder(): string {
  return `# The order machine

Drawn from \`server/purchase/order/transitions.ts\` by \`npm run draw\`; a test keeps it true.

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
`;
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
  return `| ${status} | ${step ? `${step.effect}, ${step.retryMs / 1000} s` : ''} | ${deadlines[status]?.event ?? ''} |`;
}
