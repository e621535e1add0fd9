import { calls } from '@slipway/contract/calls.ts';
import { consoleCalls } from '@slipway/contract/consoleCalls.ts';
import {
  type CallDefinition,
  type ConsoleCallDefinition,
  callTags,
  type PartnerCallDefinition,
} from '@slipway/contract/defineCall.ts';
import { type ErrorKey, errors, sharedErrors } from '@slipway/contract/errors.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import { GATEWAY_PATH } from './gateway.ts';
import { CONSOLE_SECURITY_SCHEMES, consoleCallPath } from './openapiConsoleOperation.ts';
import { documentDescription } from './openapiDescription.ts';
import { callPath } from './openapiOperation.ts';
import { PARTNER_SECURITY_SCHEMES, partnerCallPath } from './openapiPartnerOperation.ts';
import { refusalExamples, refusalResponse, refusalSchema, retryAfterHeader } from './openapiRefusals.ts';
import { errorsOf } from './openapiResponses.ts';
import { createSchemaPrinter } from './openapiSchemas.ts';
import { SERVICE_TAG, servicePaths } from './openapiServicePaths.ts';
import type { OpenApiDocument, SecurityScheme } from './openapiShape.ts';
import { WEBHOOK_TAG, webhookItems } from './openapiWebhooks.ts';

const cookie = (name: string, description: string): SecurityScheme => ({
  type: 'apiKey',
  in: 'cookie',
  name: `__Host-slipway_${name}`,
  description,
});

const SECURITY_SCHEMES: Readonly<Record<string, SecurityScheme>> = {
  sessionCookie: cookie(
    'session',
    'Set by `login`. It opens a session only together with the `authToken` of the same login, which is a field of the request. The sandbox, on plain HTTP, names it without `__Host-`.',
  ),
  guestCookie: cookie(
    'guest',
    "Set with a guest's first order. It shows that guest's orders until a login claims them.",
  ),
  loginCookie: cookie('login', 'Set by `sendCode`. A code opens a session only in the browser that asked for it.'),
  ...PARTNER_SECURITY_SCHEMES,
  ...CONSOLE_SECURITY_SCHEMES,
  metricsToken: { type: 'http', scheme: 'bearer', description: "The operator's token for `/metrics`." },
};

/** OpenAPI 3.1 of every call, printed from the very definitions that validate it. */
export function openApiDocument(version: string): OpenApiDocument {
  const printer = createSchemaPrinter();
  printer.share('Refusal', refusalSchema, 'output');
  const definitions = Object.values(calls) as CallDefinition[];
  const callPaths = Object.fromEntries(
    definitions.map((definition) => [`${GATEWAY_PATH}/${definition.name}`, callPath(definition, printer)]),
  );
  const partnerDefinitions = Object.values(partnerCalls) as PartnerCallDefinition[];
  const partnerPaths = Object.fromEntries(
    partnerDefinitions.map((definition) => [
      `/${definition.path}/${definition.name}`,
      partnerCallPath(definition, printer),
    ]),
  );
  const consoleDefinitions = Object.values(consoleCalls) as ConsoleCallDefinition[];
  const consolePaths = Object.fromEntries(
    consoleDefinitions.map((definition) => [
      `/${definition.path}/${definition.name}`,
      consoleCallPath(definition, printer),
    ]),
  );
  const otherPaths = servicePaths(printer);
  const webhooks = webhookItems(printer);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Slipway',
      version,
      summary: 'A self-hosted fiat-to-crypto on-ramp',
      description: documentDescription,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The site that serves this document' }],
    tags: [...Object.values(callTags), WEBHOOK_TAG, SERVICE_TAG],
    security: [],
    paths: { ...callPaths, ...partnerPaths, ...consolePaths, ...otherPaths },
    webhooks,
    components: {
      schemas: printer.shared(),
      responses: Object.fromEntries(
        sharedErrors.filter(isTransport).map((key) => [key, refusalResponse(errors[key].httpStatus, [key])]),
      ),
      examples: refusalExamples(
        new Set([...definitions, ...partnerDefinitions, ...consoleDefinitions].flatMap(errorsOf)),
      ),
      headers: { RetryAfter: retryAfterHeader },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function isTransport(key: ErrorKey): boolean {
  return errors[key].httpStatus !== 200;
}
