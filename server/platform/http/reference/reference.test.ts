import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '../openapi.ts';
import type { OpenApiDocument, Operation } from '../openapiShape.ts';
import { registerSecurityHeaders } from '../securityHeaders.ts';
import { curlCommand, quoted } from './curlCommand.ts';
import { fieldRows } from './fieldRows.ts';
import { html } from './html.ts';
import { anchorOf, markdown } from './markdown.ts';
import { referencePage } from './referencePage.ts';
import { registerReference } from './registerReference.ts';
import { constraintWords, typeWords } from './schemaWords.ts';

const document = openApiDocument('9.9.9');
const page = referencePage(document);

function operationOf(path: string): Operation {
  const { post, get } = document.paths[path] ?? {};
  const operation = post ?? get;
  if (!operation) throw new Error(`${path} is not in the document`);
  return operation;
}

describe('html', () => {
  test('escapes every value, in text and in attributes', () => {
    const hostile = `"'><script>alert(1)</script>&amp;`;
    const escaped = '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;';
    expect(html`<a title="${hostile}">${[hostile, 1]}</a>`.toString()).toBe(`<a title="${escaped}">${escaped}1</a>`);
  });

  test('takes its own pieces as they are and prints nothing for what is not there', () => {
    expect(html`<p>${html`<b>${'<'}</b>`}${undefined}${false}${0}${''}</p>`.toString()).toBe('<p><b>&lt;</b>0</p>');
  });

  test('what only looks like a piece is text', () => {
    const disguised = JSON.parse('{"text":"<b>","toString":null}') as unknown as string;
    expect(() => html`${disguised}`.toString()).toThrow();
  });
});

describe('markdown', () => {
  test('knows headings, lists, tables, code and strong text', () => {
    const printed = markdown(
      '## Who calls\n\none\ntwo `a<b` **c**\n\n- x\n- y\n\n| k | v |\n|---|---|\n| `1` | 2 |',
    ).toString();
    expect(printed).toContain('<h2 id="who-calls">Who calls</h2>');
    expect(printed).toContain('<p>one two <code>a&lt;b</code> <strong>c</strong></p>');
    expect(printed).toContain('<ul class="prose-list"><li>x</li><li>y</li></ul>');
    expect(printed).toContain('<caption>Who calls</caption>');
    expect(printed).toContain('<td role="cell" data-column="k"><code>1</code></td>');
  });

  test('markup in it is text', () => {
    expect(markdown('<img src=x onerror=alert(1)> `<b>`').toString()).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; <code>&lt;b&gt;</code></p>',
    );
    expect(anchorOf('Doing it twice!')).toBe('doing-it-twice');
  });
});

describe('fields', () => {
  const shared = {
    Color: { type: 'string', enum: ['red'] },
    Paint: { type: 'object', properties: { color: { $ref: '#/components/schemas/Color' } }, required: ['color'] },
  };

  test('those inside follow, by their path', () => {
    const rows = fieldRows(
      {
        type: 'object',
        properties: {
          paint: { anyOf: [{ $ref: '#/components/schemas/Paint' }, { type: 'null' }], description: 'Which' },
          list: { type: 'array', items: { $ref: '#/components/schemas/Paint' } },
        },
        required: ['list'],
      },
      shared,
    );
    expect(rows.map(({ path, required }) => [path, required])).toEqual([
      ['paint', false],
      ['paint.color', true],
      ['list', true],
      ['list[].color', true],
    ]);
    expect(rows.map(({ types }) => types.map(({ text }) => text).join(' or '))).toEqual([
      'object or null',
      'Color',
      'list of object',
      'Color',
    ]);
    expect(rows[1]?.types).toEqual([{ text: 'Color', shared: 'Color' }]);
  });

  test('a schema that holds itself ends', () => {
    const tree = { Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } } };
    expect(fieldRows({ $ref: '#/components/schemas/Tree' }, tree).length).toBeLessThan(20);
  });

  test.each([
    [{ type: 'string', minLength: 1, maxLength: 32 }, ['1 to 32 characters']],
    [{ type: 'string', minLength: 6, maxLength: 6, pattern: '^a`?$' }, ['exactly 6 characters', 'matches `^a`?$`']],
    [{ type: 'integer', minimum: 0, maximum: 0 }, ['exactly 0']],
    [{ type: 'integer', minimum: 1, default: 20 }, ['at least 1', 'default `20`']],
    [{ type: 'string', default: '' }, ['default empty']],
    [
      {
        anyOf: [
          { type: 'string', maxLength: 8 },
          { type: 'string', const: '' },
        ],
      },
      ['at most 8 characters', 'or empty'],
    ],
    [
      { type: 'array', maxItems: 5, items: { type: 'string', enum: ['a', 'b'] } },
      ['at most 5 entries', 'each one of `a`, `b`'],
    ],
    [{ type: 'string', format: 'uuid' }, ['a UUID']],
    [{ type: 'boolean', const: true }, ['always `true`']],
  ])('%j is told as %j', (schema, words) => expect(constraintWords(schema, {})).toEqual(words));

  test('kinds are told once each', () => {
    expect(typeWords({ anyOf: [{ type: 'string' }, { type: 'string', const: '' }, { type: 'number' }] }, {})).toEqual([
      { text: 'string' },
      { text: 'number' },
    ]);
    expect(typeWords({ type: ['string', 'null'] }, {})).toEqual([{ text: 'string' }, { text: 'null' }]);
  });
});

describe('curl', () => {
  test('posts the example with the cookie that the call needs', () => {
    const command = curlCommand(document, '/gateway/buying/authInfo', operationOf('/gateway/buying/authInfo'));
    expect(command.split(' \\\n')).toEqual([
      'curl "$SLIPWAY/gateway/buying/authInfo"',
      '  --cookie "__Host-slipway_session=$SESSION_COOKIE"',
      "  --header 'Content-Type: application/json'",
      '  --data \'{\n  "authToken": "Hk3…"\n}\'',
    ]);
  });

  test('fills the path and the query, and follows a stream', () => {
    const texts = '/languages/{locale}.json';
    expect(curlCommand(document, texts, operationOf(texts))).toBe('curl "$SLIPWAY/languages/en-US.json"');
    const stream = '/gateway/buying/orderEvents';
    expect(curlCommand(document, stream, operationOf(stream))).toBe(
      'curl "$SLIPWAY/gateway/buying/orderEvents?orderNo=7KQ2M4XD9TAB3" \\\n  --no-buffer',
    );
  });

  test('a quote in the text does not end it for the shell', () => {
    expect(quoted("it's $HOME")).toBe(String.raw`'it'\''s $HOME'`);
  });
});

describe('page', () => {
  const idsOf = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

  test('tells every operation, with its refusals', () => {
    const ids = new Set(idsOf(page));
    for (const { get, post } of Object.values(document.paths)) {
      expect(ids.has((post ?? get)?.operationId ?? ''), (post ?? get)?.operationId).toBe(true);
    }
    for (const key of Object.keys(document.components.examples)) expect(page).toContain(`<code>${key}</code>`);
  });

  test('has each id once, and no link into nothing', () => {
    const ids = idsOf(page);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target = '']) => target);
    expect(targets.length).toBeGreaterThan(100);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  test('skips no level of its headings', () => {
    const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });

  test('names every table', () => {
    const tables = page.match(/<table[^>]*>\s*\S+/g) ?? [];
    expect(tables.length).toBeGreaterThan(50);
    expect(tables.filter((table) => !table.includes('<caption>'))).toEqual([]);
    expect(page).not.toContain('<caption></caption>');
  });

  test('needs nothing that its policy forbids', () => {
    const tags = [...page.matchAll(/<[^>]+>/g)].map(([tag]) => tag);
    const forbidden =
      /^<(?:script|style|iframe|object|img|form)\b|\s(?:style|on\w+)=|javascript:|(?:src|href)="(?:https?:)?\/\//i;
    expect(tags.filter((tag) => forbidden.test(tag))).toEqual([]);
  });

  test('a hostile document stays text', () => {
    const hostile = '</code></pre><script>alert(1)</script>';
    const source = JSON.parse(JSON.stringify(document), (key, value: unknown) =>
      key === 'description' || key === 'summary' ? hostile : value,
    ) as OpenApiDocument;
    expect(referencePage(source)).not.toContain('<script');
  });
});

describe('served', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = fastify();
    registerSecurityHeaders(app, {
      acquirer: { scriptOrigins: [], frameOrigins: [], connectOrigins: [] },
      secure: true,
    });
    await registerReference(app, document);
  });
  afterAll(() => app.close());

  test('with a policy of its own, and the app’s other headers', async () => {
    const answer = await app.inject('/docs');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self';/,
    );
    expect(answer.headers['content-security-policy']).not.toContain('script-src');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.body).toBe(page);
  });

  test.each([
    ['/docs/reference.css', 'text/css; charset=utf-8'],
    ['/docs/hankenGrotesk.woff2', 'font/woff2'],
    ['/docs/geistMono.woff2', 'font/woff2'],
  ])('%s is there as %s', async (url, type) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
    expect(answer.rawPayload.length).toBeGreaterThan(1_000);
  });

  test('what the page asks for of this folder is there', async () => {
    const styles = (await app.inject('/docs/reference.css')).body;
    const asked = [...`${page}${styles}`.matchAll(/["(](\/docs\/[^")]+)["')]/g)].map(([, url = '']) => url);
    expect(new Set(asked).size).toBe(3);
    for (const url of asked) expect((await app.inject(url)).statusCode, url).toBe(200);
    expect(styles).toContain('--paper: #f6f3eb');
  });

  test('zipped for those who take it, and not again when nothing changed', async () => {
    const zipped = await app.inject({ url: '/docs', headers: { 'accept-encoding': 'br, gzip' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.rawPayload.length).toBeLessThan(page.length / 4);
    const again = await app.inject({ url: '/docs', headers: { 'if-none-match': String(zipped.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await app.inject('/docs/')).headers.location).toBe('/docs');
  });
});
