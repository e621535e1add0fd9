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
    'This page lists every event that a partner receives, as a [webhook](webhooks.md) or from the call',
    '[`events`](partner-api.md#following-orders). A change of the status, dispute or exception of an order is one',
    'event. If the status changes, the event is named after the new status, even if the dispute or exception changes too.',
    '[statuses.md](statuses.md) lists what you do at each status.',
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
