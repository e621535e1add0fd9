import type { OpenApiDocument, Operation } from '../openapiShape.ts';

/** A command that can be pasted into a POSIX shell; `$SLIPWAY` is the site's address. */
export function curlCommand(document: OpenApiDocument, path: string, operation: Operation): string {
  const body = exampleBody(operation);
  const parts = [
    `curl "$SLIPWAY${filledPath(path, operation)}"`,
    ...streamOption(operation),
    ...credentials(document, operation),
    ...(body === undefined
      ? []
      : [`--header 'Content-Type: application/json'`, `--data ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  return parts.join(' \\\n  ');
}

/** Everything between single quotes is itself; the quote alone has to be put outside. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function exampleBody(operation: Operation): unknown {
  const media = operation.requestBody?.content['application/json'];
  const [example] = Object.values(media?.examples ?? {});
  return example && 'value' in example ? example.value : media?.example;
}

function filledPath(path: string, { parameters = [] }: Operation): string {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

function streamOption({ responses }: Operation): string[] {
  const done = responses['200'];
  return done && 'content' in done && done.content?.['text/event-stream'] ? ['--no-buffer'] : [];
}

/** The first way in that the call names; one that is open to everybody needs none. */
function credentials({ components }: OpenApiDocument, { security }: Operation): string[] {
  return Object.keys(security[0] ?? {}).map((name) => {
    const scheme = components.securitySchemes[name];
    if (scheme?.type === 'apiKey') return `--cookie "${scheme.name}=$${shellName(name)}"`;
    return `--header "Authorization: Bearer $${shellName(name)}"`;
  });
}

/** Such as SESSION_COOKIE for `sessionCookie`. */
function shellName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
