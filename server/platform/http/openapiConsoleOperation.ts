import { type ConsoleCallDefinition, type ConsoleGuard, callTags } from '@slipway/contract/defineCall.ts';
import { answerOf, capital, errorsOf, responses } from './openapiResponses.ts';
import type { SchemaPrinter } from './openapiSchemas.ts';
import type { PathItem, SecurityScheme } from './openapiShape.ts';

export const CONSOLE_SECURITY_SCHEMES: Readonly<Record<string, SecurityScheme>> = {
  consoleCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-slipway_console',
    description: "Set by the console's `enter`, for the console's own pages alone.",
  },
};

const GUARD_TEXT: Readonly<Record<ConsoleGuard, string>> = {
  reads: 'Changes nothing.',
  free: 'Takes the session alone: it moves no money and no right.',
  signed: 'Takes a statement that the person has signed just now.',
};

/** The path of one call of the operators' console. */
export function consoleCallPath(definition: ConsoleCallDefinition, printer: SchemaPrinter): PathItem {
  const { auth, guard, roles } = definition;
  const id = `console${capital(definition.name)}`;
  const schema = printer.share(`${capital(id)}Request`, definition.request, 'input');
  const answer = printer.share(`${capital(id)}Answer`, answerOf(definition), 'output');
  const who = auth === 'none' ? 'Before anybody has entered.' : `For ${roles.join(', ')}.`;
  return {
    post: {
      operationId: id,
      summary: definition.summary,
      description: `${who} ${GUARD_TEXT[guard]}`,
      tags: [callTags[definition.tag].name],
      security: auth === 'none' ? [{}] : [{ consoleCookie: [] }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema,
            examples: { typical: { summary: 'A typical request', value: definition.example.request } },
          },
        },
      },
      responses: responses(definition, answer, errorsOf(definition)),
    },
  };
}
