import { createWebhookExample, type WebhookType, webhookEvent, webhookTypes } from '@slipway/contract/webhookEvents.ts';
import { buildRequiredHeader } from './access.ts';
import type { DocumentTag, JsonSchema, Operation, Parameter, PathItem } from './openApiTypes.ts';
import type { SchemaPrinter } from './schemaPrinter.ts';

export const WEBHOOK_TAG: DocumentTag = {
  name: 'Webhooks',
  description:
    'Notifications about the orders of a partner, signed according to [Standard Webhooks](https://www.standardwebhooks.com): any of its libraries can verify them. Events of one order are delivered in sequence; each is delivered at least once, always with the same `webhook-id`.',
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
      '2XX': { description: 'Accepted, if sent within 15 seconds' },
      '410': { description: 'Gone: deliveries stop until the operator enables the endpoint again' },
      '429': {
        description:
          'Too many requests: all deliveries to the partner pause for the time in Retry-After. The same applies to 502 and 504',
      },
      default: {
        description: 'Not accepted: the delivery is retried nine times within three days. Redirects are not followed',
      },
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
    'The same for every attempt and every replay: ignore an id that you have processed',
    'evt_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  ),
  buildRequiredHeader('webhook-timestamp', 'Time of this attempt, in seconds since 1970', '1795257600'),
  buildRequiredHeader(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of id, timestamp and body, joined by full stops, in base64; two signatures separated by a space while the secret is being replaced',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];
