import { createWebhookExample, type WebhookType, webhookTypes } from '../../contract/webhookEvents.ts';
import { drawErrors } from './drawErrors.ts';
import { drawStatuses } from './drawStatuses.ts';
import { drawTesting } from './drawTesting.ts';

const webhookTypeNames = Object.keys(webhookTypes) as WebhookType[];

/** The pages for partners that are generated from code, by their path under docs/. */
export const integrationPages: Readonly<Record<string, () => string>> = {
  'integrate/errors.md': drawErrors,
  'integrate/events.md': drawEvents,
  'integrate/statuses.md': drawStatuses,
  'integrate/testing.md': drawTesting,
};

/** Returns docs/integrate/events.md: every event type with a full payload, from the contract. */
function drawEvents(): string {
  return [
    '# Events',
    '',
    '<!-- Written by `npm run draw` from contract/webhookEvents.ts. -->',
    '',
    'Every event that a partner receives, as a [webhook](webhooks.md) or from the call [`events`](partner-api.md#following-orders).',
    'One change is one event: a change of status names it first, then one of the dispute, then one of the exception.',
    '[statuses.md](statuses.md) has what each status asks of you.',
    '',
    '| event | sent when |',
    '| --- | --- |',
    ...webhookTypeNames.map((type) => `| [\`${type}\`](#${buildAnchor(type)}) | ${webhookTypes[type]} |`),
    ...webhookTypeNames.flatMap(drawSection),
    '',
  ].join('\n');
}

/** Returns the anchor that GitHub generates: lower case, without points. */
function buildAnchor(type: WebhookType): string {
  return type.replaceAll('.', '');
}

function drawSection(type: WebhookType): readonly string[] {
  return [
    '',
    `## ${type}`,
    '',
    `${webhookTypes[type]}.`,
    '',
    '```json',
    JSON.stringify(createWebhookExample(type), null, 2),
    '```',
  ];
}
