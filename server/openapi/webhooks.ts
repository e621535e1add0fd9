import { createWebhookExample, type WebhookType, webhookEvent, webhookTypes } from '@slipway/contract/webhookEvents.ts';
import { buildRequiredHeader } from './callOperations.ts';
import type { DocumentTag, JsonSchema, Operation, Parameter, PathItem } from './openApiTypes.ts';
import type { SchemaPrinter } from './schemaPrinter.ts';

export const WEBHOOK_TAG: DocumentTag = {
  name: 'Webhooks',
  description:
    'What a partner is told of its orders, signed as [Standard Webhooks](https://www.standardwebhooks.com) says: any of its libraries checks them. Within one order events come in their order; each comes at least once, under one `webhook-id`.',
};

/** Returns one item per event type, by its name. */
export function buildWebhookItems(printer: SchemaPrinter): Record<string, PathItem> {
  const schema = printer.print(webhookEvent, 'output');
  return Object.fromEntries(
    (Object.keys(webhookTypes) as WebhookType[]).map((type) => [type, { post: buildWebhookOperation(type, schema) }]),
  );
}

function buildWebhookOperation(type: WebhookType, schema: JsonSchema): Operation {
  return {
    operationId: formatWebhookOperationId(type),
    summary: webhookTypes[type],
    tags: [WEBHOOK_TAG.name],
    security: [],
    parameters: WEBHOOK_HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema, example: createWebhookExample(type) } } },
    responses: {
      '2XX': { description: 'Taken: within 15 seconds' },
      '410': { description: 'Gone: nothing more is posted until the operator switches the endpoint on again' },
      '429': { description: 'Too many: all events of the partner wait, as long as Retry-After says; 502 and 504 too' },
      default: { description: 'Not taken: tried again nine times within three days. No redirect is followed' },
    },
  };
}

/** Converts `order.dispute_changed` to `onOrderDisputeChanged`. */
function formatWebhookOperationId(type: WebhookType): string {
  const words = type.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `on${words.join('')}`;
}

const WEBHOOK_HEADERS: readonly Parameter[] = [
  buildRequiredHeader(
    'webhook-id',
    'The same at every try and every replay: drop one that you have',
    'evt_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  ),
  buildRequiredHeader('webhook-timestamp', 'When this try was made, in seconds since 1970', '1795257600'),
  buildRequiredHeader(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of id, timestamp and body with points between, in base64; two with a space between while the secret changes',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];
