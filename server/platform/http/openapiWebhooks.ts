import { type WebhookType, webhookEvent, webhookExample, webhookTypes } from '@slipway/contract/webhookEvents.ts';
import { requiredHeader } from './openapiHeader.ts';
import type { SchemaPrinter } from './openapiSchemas.ts';
import type { DocumentTag, JsonSchema, Operation, Parameter, PathItem } from './openapiShape.ts';

export const WEBHOOK_TAG: DocumentTag = {
  name: 'Webhooks',
  description:
    'What a partner is told of its orders, signed as [Standard Webhooks](https://www.standardwebhooks.com) says: any of its libraries checks them. Within one order events come in their order; each comes at least once, under one `webhook-id`.',
};

/** One for each type of event, by its name. */
export function webhookItems(printer: SchemaPrinter): Record<string, PathItem> {
  const schema = printer.print(webhookEvent, 'output');
  return Object.fromEntries(
    (Object.keys(webhookTypes) as WebhookType[]).map((type) => [type, { post: operationOf(type, schema) }]),
  );
}

function operationOf(type: WebhookType, schema: JsonSchema): Operation {
  return {
    operationId: operationIdOf(type),
    summary: webhookTypes[type],
    tags: [WEBHOOK_TAG.name],
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema, example: webhookExample(type) } } },
    responses: {
      '2XX': { description: 'Taken: within 15 seconds' },
      '410': { description: 'Gone: nothing more is posted until the operator switches the endpoint on again' },
      '429': { description: 'Too many: all events of the partner wait, as long as Retry-After says; 502 and 504 too' },
      default: { description: 'Not taken: tried again nine times within three days. No redirect is followed' },
    },
  };
}

/** `order.dispute_changed` as `onOrderDisputeChanged`. */
function operationIdOf(type: WebhookType): string {
  const words = type.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `on${words.join('')}`;
}

const HEADERS: readonly Parameter[] = [
  requiredHeader(
    'webhook-id',
    'The same at every try and every replay: drop one that you have',
    'evt_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  ),
  requiredHeader('webhook-timestamp', 'When this try was made, in seconds since 1970', '1795257600'),
  requiredHeader(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of id, timestamp and body with points between, in base64; two with a space between while the secret changes',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];
