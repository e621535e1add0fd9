import { callTags, type PartnerCallAuth, type PartnerCallDefinition } from '@slipway/contract/defineCall.ts';
import { requiredHeader } from './openapiHeader.ts';
import { answerOf, capital, errorsOf, responses } from './openapiResponses.ts';
import type { SchemaPrinter } from './openapiSchemas.ts';
import type { Parameter, PathItem, SecurityRequirement, SecurityScheme } from './openapiShape.ts';

export const PARTNER_SECURITY_SCHEMES: Readonly<Record<string, SecurityScheme>> = {
  partnerKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key of a partner, `slk_…`, which the operator makes. Alone it reads and does nothing else.',
  },
  partnerSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description:
      "An HTTP message signature (RFC 9421) by the Ed25519 key that belongs to the partner's key, together with `Signature-Input` and `Content-Digest`.",
  },
};

const SECURITY: Readonly<Record<PartnerCallAuth, readonly SecurityRequirement[]>> = {
  key: [{ partnerKey: [] }],
  signature: [{ partnerKey: [], partnerSignature: [] }],
};

const AUTH_TEXT: Readonly<Record<PartnerCallAuth, string>> = {
  key: "Needs a partner's key. For servers alone: a request with the headers of a browser is refused.",
  signature:
    "Needs a partner's key and a signature by it. For servers alone: a request with the headers of a browser is refused.",
};

/** What a signed request carries besides `Signature`. */
const SIGNED_HEADERS: readonly Parameter[] = [
  requiredHeader(
    'Content-Digest',
    'The SHA-256 of the body (RFC 9530)',
    'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
  ),
  requiredHeader(
    'Signature-Input',
    'One signature. It covers `@method`, `@target-uri` and `content-digest`, and may cover `authorization` and `content-type`; `expires` is at most 300 seconds after `created`; `nonce` is used once; `keyid` is the part of the key between `slk_` and the next `_`',
    'sig=("@method" "@target-uri" "content-digest");created=1795257600;expires=1795257660;nonce="b3k2pp5k7z-50gnwp";keyid="7KQ2M4XD9TAB";alg="ed25519"',
  ),
];

/** The path of one call of partners' servers. */
export function partnerCallPath(definition: PartnerCallDefinition, printer: SchemaPrinter): PathItem {
  const id = `partner${capital(definition.name)}`;
  const schema = printer.share(`${capital(id)}Request`, definition.request, 'input');
  const answer = printer.share(`${capital(id)}Answer`, answerOf(definition), 'output');
  const example = { summary: 'A typical request', value: definition.example.request };
  return {
    post: {
      operationId: id,
      summary: definition.summary,
      description: AUTH_TEXT[definition.auth],
      tags: [callTags[definition.tag].name],
      security: SECURITY[definition.auth],
      ...(definition.auth === 'signature' ? { parameters: SIGNED_HEADERS } : {}),
      requestBody: {
        required: true,
        content: { 'application/json': { schema, examples: { typical: example } } },
      },
      responses: responses(definition, answer, errorsOf(definition)),
    },
  };
}
