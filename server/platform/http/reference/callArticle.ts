import type { MediaType, OpenApiDocument, Operation, ResponseObject } from '../openapiShape.ts';
import { curlCommand } from './curlCommand.ts';
import { type FieldRow, fieldRows } from './fieldRows.ts';
import { type Html, html } from './html.ts';
import { inline } from './markdown.ts';
import { exampleOf, type RefusalRow, refusalRows, responseOf } from './refusals.ts';

/** One operation under one path; `alsoGet` when the same path answers GET too. */
export type CallToTell = {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly operation: Operation;
  readonly alsoGet: boolean;
};

const ENVELOPE: ReadonlySet<string> = new Set(['respCode', 'respMessage']);

export const EVERY_CALL_ANCHOR = 'every-call';

/** All that a client has to know of one call. */
export function callArticle(document: OpenApiDocument, call: CallToTell, ofEveryCall: readonly RefusalRow[]): Html {
  const { operation } = call;
  const id = operation.operationId;
  return html`<article class="call" aria-labelledby="${id}">
<h3 id="${id}"><a class="anchor" href="#${id}">${id}</a></h3>
<p class="route"><span class="method">${call.method.toUpperCase()}</span> <code>${call.path}</code></p>
<p class="summary">${inline(operation.summary)}</p>
${operation.description !== undefined && html`<p class="note">${inline(operation.description)}</p>`}
${call.alsoGet && html`<p class="note">Also answers <span class="method">GET</span>, with the fields in the query.</p>`}
${requestPart(document, operation)}
${answerPart(document, operation)}
${refusalPart(document, operation, ofEveryCall)}
${examplePart(document, call)}
</article>
`;
}

function requestPart(document: OpenApiDocument, operation: Operation): Html | undefined {
  const { schemas } = document.components;
  const body = operation.requestBody?.content['application/json']?.schema;
  const parameters: FieldRow[] = (body ? [] : (operation.parameters ?? [])).flatMap((parameter) => {
    const { name, required = false, schema, description } = parameter;
    const rows = fieldRows(
      { properties: { [name]: { ...schema, description } }, required: required ? [name] : [] },
      schemas,
    );
    return rows.map((row) => ({ ...row, path: parameter.in === 'header' ? `${row.path} (header)` : row.path }));
  });
  const rows = body ? fieldRows(body, schemas) : parameters;
  if (rows.length === 0)
    return operation.requestBody ? html`<h4>Request</h4><p>An empty object: <code>{}</code>.</p>` : undefined;
  return html`<h4>Request</h4>${fieldTable(`Fields of ${operation.operationId}`, rows, 'request')}`;
}

function answerPart(document: OpenApiDocument, operation: Operation): Html | undefined {
  const { schemas } = document.components;
  const media = Object.values(doneResponse(document, operation)?.content ?? {})[0];
  const schema = media?.schema.oneOf?.[0] ?? media?.schema;
  const isEnvelope = media?.schema.oneOf !== undefined;
  const rows = schema ? fieldRows(schema, schemas) : [];
  // The envelope's own fields are the same for every call, and told in the introduction.
  const hasFields = rows.some(({ path }) => path.startsWith('data.'));
  const told = isEnvelope ? rows.filter(({ path }) => !ENVELOPE.has(path) && !(path === 'data' && hasFields)) : rows;
  if (isEnvelope && told.every(({ path, types }) => path === 'data' && types[0]?.text === 'object'))
    return html`<h4>Answer</h4><p>The envelope, with nothing in <code>data</code>.</p>`;
  if (told.length === 0) return html`<h4>Answer</h4><p>${doneResponse(document, operation)?.description}.</p>`;
  return html`<h4>Answer</h4>${fieldTable(`Answer of ${operation.operationId}`, told, 'answer')}`;
}

/** Requests mark the fields that they need, answers those that may be missing. */
export function fieldTable(caption: string, rows: readonly FieldRow[], kind: 'request' | 'answer'): Html {
  return html`<table role="table" class="fields">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Field</th><th role="columnheader" scope="col">Type</th><th role="columnheader" scope="col">Meaning</th></tr></thead>
<tbody role="rowgroup">${rows.map((row) => fieldRow(row, kind))}</tbody>
</table>`;
}

function fieldRow(row: FieldRow, kind: 'request' | 'answer'): Html {
  return html`<tr role="row"><th role="rowheader" scope="row"><code>${row.path}</code>${presence(row, kind)}</th><td role="cell">${row.types.map(
    ({ text, shared }, index) =>
      html`${index > 0 && ' or '}${shared === undefined ? text : html`<a href="#schema-${shared}">${text}</a>`}`,
  )}</td><td role="cell">${row.description !== '' && html`<p>${inline(row.description)}</p>`}${
    row.constraints.length > 0 && html`<p class="constraints">${inline(row.constraints.join('; '))}</p>`
  }</td></tr>
`;
}

function presence({ required }: FieldRow, kind: 'request' | 'answer'): Html | undefined {
  if (kind === 'request') return required ? html` <span class="required">required</span>` : undefined;
  return required ? undefined : html` <span class="optional">may be missing</span>`;
}

function refusalPart(
  document: OpenApiDocument,
  operation: Operation,
  ofEveryCall: readonly RefusalRow[],
): Html | undefined {
  const shared = new Set(ofEveryCall.map(({ key }) => key));
  const rows = refusalRows(document, operation);
  if (rows.length === 0) return undefined;
  const own = rows.filter(({ key }) => !shared.has(key));
  const others = html`<a href="#${EVERY_CALL_ANCHOR}">what every call may answer</a>`;
  if (own.length === 0) return html`<h4>Refusals</h4><p>Only ${others}.</p>`;
  return html`<h4>Refusals</h4>${refusalTable(`Refusals of ${operation.operationId}`, own)}<p>And ${others}.</p>`;
}

export function refusalTable(caption: string, rows: readonly RefusalRow[]): Html {
  return html`<table role="table" class="refusals">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">data.error</th><th role="columnheader" scope="col">respCode</th><th role="columnheader" scope="col">HTTP</th><th role="columnheader" scope="col">Text</th></tr></thead>
<tbody role="rowgroup">${rows.map(
    ({ key, respCode, httpStatus, text }) =>
      html`<tr role="row"><th role="rowheader" scope="row"><code>${key}</code></th><td role="cell" data-column="respCode">${respCode}</td><td role="cell" data-column="HTTP">${httpStatus}</td><td role="cell">${text}</td></tr>
`,
  )}</tbody>
</table>`;
}

function examplePart(document: OpenApiDocument, { path, operation }: CallToTell): Html {
  const answer = exampleAnswer(document, operation);
  const name = operation.operationId;
  return html`<h4>Example</h4>
${code('Request with curl', `${name}, request with curl`, curlCommand(document, path, operation))}
${answer !== undefined && code('Answer', `${name}, answer`, answer)}`;
}

/** Scrolls by itself, so it has to be reached by the keyboard and to have a name. */
function code(title: string, label: string, text: string): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre></figure>`;
}

function exampleAnswer(document: OpenApiDocument, operation: Operation): string | undefined {
  const [media] = Object.values(doneResponse(document, operation)?.content ?? {});
  const value = media && exampleValue(document, media);
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value.trimEnd() : JSON.stringify(value, null, 2);
}

function exampleValue(document: OpenApiDocument, media: MediaType): unknown {
  const [first] = Object.values(media.examples ?? {});
  return first ? exampleOf(document, first)?.value : media.example;
}

function doneResponse(document: OpenApiDocument, operation: Operation): ResponseObject | undefined {
  return responseOf(document, operation.responses['200']);
}
