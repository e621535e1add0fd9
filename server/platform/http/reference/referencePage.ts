import type { JsonSchema, OpenApiDocument } from '../openapiShape.ts';
import { type CallToTell, callArticle, EVERY_CALL_ANCHOR, fieldTable, refusalTable } from './callArticle.ts';
import { fieldRows } from './fieldRows.ts';
import { type Html, html } from './html.ts';
import { anchorOf, headingsOf, inline, markdown } from './markdown.ts';
import { type RefusalRow, refusalsOfEveryCall } from './refusals.ts';
import { constraintWords, isObject, typeWords } from './schemaWords.ts';

type Section = { readonly name: string; readonly description: string; readonly calls: readonly CallToTell[] };

/** The whole document as one page: no script, no inline style. */
export function referencePage(document: OpenApiDocument): string {
  const { info } = document;
  const sections = sectionsOf(document);
  const ofEveryCall = refusalsOfEveryCall(document);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API reference</title>
<meta name="description" content="${info.summary}: every call, with its fields, its refusals and an example.">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f3eb">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101217">
<link rel="icon" href="/images/offers/slipway.svg" type="image/svg+xml">
<link rel="preload" href="/docs/hankenGrotesk.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<a class="skip" href="#reference">Skip to the reference</a>
<header class="bar">${brand}<span class="bar-title">API reference</span><span class="version">${info.version}</span></header>
<div class="columns">
${contents(document, sections)}
<main id="reference" tabindex="-1">
<h1>${info.title} API</h1>
<p class="lead">${info.summary}. As a file: <a href="/openapi.json">openapi.json</a>, OpenAPI ${document.openapi}.</p>
<p class="lead">In the examples <code>$SLIPWAY</code> is the address of this site, and the other names with a dollar are what you were given.</p>
<div class="prose">${markdown(info.description)}</div>
${everyCall(ofEveryCall)}
${sections.map((section) => sectionOf(document, section, ofEveryCall))}
${sharedValues(document)}
</main>
</div>
</body>
</html>
`;
  return page.toString();
}

/** The product's mark: a ramp of ink runs into a line of water. */
const brand = html`<a class="brand" href="/"><svg aria-hidden="true" width="26" height="26" viewBox="0 0 28 28" fill="none" stroke-width="4.2" stroke-linecap="round" stroke-linejoin="round"><path class="brand-water" d="M14.5 19.5H25"/><path class="brand-ramp" d="M3.5 8l11 11.5"/></svg>Slipway</a>`;

const SHARED_VALUES_ANCHOR = 'shared-values';

function sectionsOf(document: OpenApiDocument): Section[] {
  const calls = Object.entries(document.paths).flatMap(([path, { get, post }]): CallToTell[] => {
    if (post) return [{ path, method: 'post', operation: post, alsoGet: get !== undefined }];
    return get ? [{ path, method: 'get', operation: get, alsoGet: false }] : [];
  });
  return document.tags
    .map((tag) => ({ ...tag, calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)) }))
    .filter((section) => section.calls.length > 0);
}

function contents(document: OpenApiDocument, sections: readonly Section[]): Html {
  const introduction = headingsOf(document.info.description).map((text) => link(anchorOf(text), text));
  return html`<nav class="contents" aria-label="Contents">
<p class="contents-title">Introduction</p>
<ul>${introduction}${link(EVERY_CALL_ANCHOR, 'What every call may answer')}</ul>
${sections.map(
  ({ name, calls }) => html`<p class="contents-title"><a href="#${sectionAnchor(name)}">${name}</a></p>
<ul class="contents-calls">${calls.map(({ operation }) => link(operation.operationId, operation.operationId))}</ul>
`,
)}<p class="contents-title"><a href="#${SHARED_VALUES_ANCHOR}">Shared values</a></p>
</nav>`;
}

function link(anchor: string, text: string): Html {
  return html`<li><a href="#${anchor}">${text}</a></li>`;
}

/** A call may be named like its section. */
function sectionAnchor(name: string): string {
  return `section-${anchorOf(name)}`;
}

function everyCall(rows: readonly RefusalRow[]): Html {
  return html`<section class="prose" aria-labelledby="${EVERY_CALL_ANCHOR}">
<h2 id="${EVERY_CALL_ANCHOR}">What every call may answer</h2>
${refusalTable('Refusals of every call', rows)}
</section>
`;
}

function sectionOf(document: OpenApiDocument, section: Section, ofEveryCall: readonly RefusalRow[]): Html {
  const anchor = sectionAnchor(section.name);
  return html`<section aria-labelledby="${anchor}">
<h2 id="${anchor}">${section.name}</h2>
<p>${inline(section.description)}</p>
${section.calls.map((call) => callArticle(document, call, ofEveryCall))}
</section>
`;
}

/** Names that the tables of fields lead to, and what the stream and the refusals are made of. */
function sharedValues(document: OpenApiDocument): Html {
  const shared = Object.entries(document.components.schemas).filter(([name]) => !/(Request|Answer)$/.test(name));
  const values = shared.filter(([, schema]) => !isObject(schema));
  const objects = shared.filter(([, schema]) => isObject(schema));
  return html`<section aria-labelledby="${SHARED_VALUES_ANCHOR}">
<h2 id="${SHARED_VALUES_ANCHOR}">Shared values</h2>
<table role="table" class="fields">
<caption>Values that several calls use</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Name</th><th role="columnheader" scope="col">Type</th><th role="columnheader" scope="col">Meaning</th></tr></thead>
<tbody role="rowgroup">${values.map(([name, schema]) => valueRow(document, name, schema))}</tbody>
</table>
${objects.map(
  ([name, schema]) => html`<article class="call" aria-labelledby="schema-${name}">
<h3 id="schema-${name}">${name}</h3>
${fieldTable(`Fields of ${name}`, fieldRows(schema, document.components.schemas), 'answer')}
</article>
`,
)}</section>
`;
}

function valueRow({ components }: OpenApiDocument, name: string, schema: JsonSchema): Html {
  const examples = (schema.examples ?? []).map((example) => `such as \`${JSON.stringify(example)}\``);
  const words = [...constraintWords(schema, components.schemas), ...examples];
  const types = typeWords(schema, components.schemas).map(({ text }) => text);
  return html`<tr role="row"><th role="rowheader" scope="row" id="schema-${name}"><code>${name}</code></th><td role="cell">${types.join(' or ')}</td><td role="cell">${
    schema.description !== undefined && html`<p>${inline(schema.description)}</p>`
  }<p class="constraints">${inline(words.join('; '))}</p></td></tr>
`;
}
