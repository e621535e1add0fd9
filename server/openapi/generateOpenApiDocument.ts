import { calls } from '@slipway/contract/calls.ts';
import { consoleCalls } from '@slipway/contract/consoleCalls.ts';
import { type AnyCallDefinition, callTags } from '@slipway/contract/defineCall.ts';
import { errors } from '@slipway/contract/errors.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import { partnerPageCalls } from '@slipway/contract/partnerPageCalls.ts';
import { listErrorKeys, SECURITY_SCHEMES } from './access.ts';
import { buildServicePaths, SERVICE_TAG } from './buildServicePaths.ts';
import { buildCallPathItem } from './callOperations.ts';
import { introduction, partnerIntroduction } from './introduction.ts';
import type { OpenApiDocument, PathItem } from './openApiTypes.ts';
import {
  buildRefusalExamples,
  buildRefusalResponse,
  refusalSchema,
  responseErrors,
  retryAfterHeader,
} from './responses.ts';
import { createSchemaPrinter, type SchemaPrinter } from './schemaPrinter.ts';
import { buildWebhookItems, WEBHOOK_TAG } from './webhooks.ts';

type DocumentContents = {
  readonly info: Pick<OpenApiDocument['info'], 'title' | 'version' | 'summary' | 'description'>;
  readonly definitions: readonly AnyCallDefinition[];
  readonly otherPaths?: (printer: SchemaPrinter) => Record<string, PathItem>;
};

/** Returns an OpenAPI 3.1 document of all calls, generated from the definitions that validate them. */
export function generateOpenApiDocument(version: string): OpenApiDocument {
  return buildDocument({
    info: {
      title: 'Slipway',
      version,
      summary: 'A self-hosted fiat-to-crypto on-ramp',
      description: introduction,
    },
    definitions: [calls, partnerCalls, partnerPageCalls, consoleCalls].flatMap((family): AnyCallDefinition[] =>
      Object.values(family),
    ),
    otherPaths: buildServicePaths,
  });
}

/** Returns an OpenAPI 3.1 document of only the partner calls and the webhooks. */
export function generatePartnerDocument(version: string): OpenApiDocument {
  return buildDocument({
    info: {
      title: 'Slipway for partners',
      version,
      summary: "The calls of a partner's server, and the webhooks that it receives",
      description: partnerIntroduction,
    },
    definitions: Object.values(partnerCalls),
  });
}

function buildDocument({ info, definitions, otherPaths }: DocumentContents): OpenApiDocument {
  const printer = createSchemaPrinter();
  printer.share('Refusal', refusalSchema, 'output');
  const paths = {
    ...Object.fromEntries(definitions.map((each) => [`/${each.path}/${each.name}`, buildCallPathItem(each, printer)])),
    ...otherPaths?.(printer),
  };
  const operations = Object.values(paths).flatMap(({ get, post }) => [get, post].filter((each) => each !== undefined));
  const tags = new Set([WEBHOOK_TAG.name, ...operations.flatMap((operation) => operation.tags)]);
  const schemes = new Set(operations.flatMap(({ security }) => security.flatMap((each) => Object.keys(each))));
  const webhooks = buildWebhookItems(printer);
  return {
    openapi: '3.1.0',
    info: { ...info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/', description: 'The site that serves this document' }],
    tags: [...Object.values(callTags), WEBHOOK_TAG, SERVICE_TAG].filter(({ name }) => tags.has(name)),
    security: [],
    paths,
    webhooks,
    components: {
      schemas: printer.shared(),
      responses: Object.fromEntries(
        responseErrors.map((key) => [key, buildRefusalResponse(errors[key].httpStatus, [key])]),
      ),
      examples: buildRefusalExamples(new Set(definitions.flatMap(listErrorKeys))),
      headers: { RetryAfter: retryAfterHeader },
      securitySchemes: Object.fromEntries(Object.entries(SECURITY_SCHEMES).filter(([name]) => schemes.has(name))),
    },
  };
}
