import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { diagnoseEmbedding } from './diagnoseEmbedding.ts';
import type { EmbedFacts, PageAnswer } from './embedFacts.ts';

const HASH = 'sha384-present';
const TAG = `<script src="https://pay.example/embed/v1/loader.js" integrity="${HASH}" crossorigin="anonymous"></script>`;
const at = new Date('2026-11-22T12:00:00Z');

/** Returns the facts of a faultless page with the given changes. */
function factsWith(change: {
  readonly partner?: Partial<EmbedFacts['partner']>;
  readonly events?: Partial<EmbedFacts['events']>;
  readonly configured?: Partial<EmbedFacts['configured']>;
  readonly keys?: EmbedFacts['keys'];
  readonly url?: string;
  readonly answer?: Partial<PageAnswer> | 'none';
}): EmbedFacts {
  const answer: PageAnswer = { status: 200, headers: { date: at.toUTCString() }, html: `<html>${TAG}`, at };
  return {
    partner: {
      id: 'shop',
      origins: ['https://shop.example'],
      redirects: ['https://shop.example'],
      webhookUrl: 'https://shop.example/hook',
      ...change.partner,
    },
    configured: { origin: 'https://pay.example', integrity: HASH, ...change.configured },
    events: { hasSecret: true, offReason: null, addressRefused: undefined, ...change.events },
    keys: change.keys ?? { hasKey: true, endsAt: null },
    page: {
      url: new URL(change.url ?? 'https://shop.example/buy'),
      answer: change.answer === 'none' ? undefined : { ...answer, ...change.answer },
      fault: change.answer === 'none' ? 'ECONNREFUSED' : '',
    },
  };
}

const policy = (text: string) => ({ headers: { 'content-security-policy': text } });
const tag = (attributes: string) => ({ html: `<script async ${attributes}></script>` });
const LOADER_SOURCE = 'src="https://pay.example/embed/v1/loader.js"';

type Case = {
  readonly id: string;
  readonly facts: Parameters<typeof factsWith>[0];
  /** Text expected in the suggested change. */
  readonly change: string;
};

const faults: readonly Case[] = [
  {
    id: 'page_insecure',
    facts: { url: 'http://shop.example/buy' },
    change: 'https://shop.example',
  },
  {
    id: 'origin_unknown',
    facts: { url: 'https://www.shop.example/buy' },
    change: 'set partner shop origins=https://shop.example,https://www.shop.example',
  },
  {
    id: 'origin_insecure',
    facts: { partner: { origins: ['https://shop.example', 'http://shop.example'] } },
    change: 'set partner shop origins=https://shop.example',
  },
  {
    id: 'redirect_not_allowed',
    facts: { answer: { html: `${TAG}<script>open({ redirectUrl: 'https://thanks.example/done' })</script>` } },
    change: 'set partner shop redirects=https://shop.example,https://thanks.example',
  },
  { id: 'webhook_missing', facts: { partner: { webhookUrl: undefined } }, change: 'webhookUrl=https://' },
  { id: 'webhook_secret_missing', facts: { events: { hasSecret: false } }, change: 'rotate-secret shop' },
  { id: 'webhook_off', facts: { events: { offReason: 'answered 410' } }, change: 'switch-on shop' },
  {
    id: 'webhook_address_refused',
    facts: { events: { addressRefused: '10.0.0.1 is not a public address' } },
    change: 'set partner shop webhookUrl=',
  },
  { id: 'key_retiring', facts: { keys: { hasKey: true, endsAt: at } }, change: 'partner-key shop' },
  {
    id: 'referrer_hidden',
    facts: { answer: { headers: { 'referrer-policy': 'no-referrer' } } },
    change: 'strict-origin-when-cross-origin',
  },
  {
    id: 'referrer_hidden',
    facts: { keys: { hasKey: false, endsAt: null }, answer: { headers: { 'referrer-policy': 'same-origin' } } },
    change: 'strict-origin-when-cross-origin',
  },
  {
    id: 'referrer_hidden',
    facts: { answer: { html: `<meta name="Referrer" content="no-referrer">${TAG}` } },
    change: 'strict-origin-when-cross-origin',
  },
  { id: 'page_unreachable', facts: { answer: 'none' }, change: 'public' },
  { id: 'page_not_ok', facts: { answer: { status: 404 } }, change: 'no login' },
  {
    id: 'page_not_ok',
    facts: { answer: { status: 302, headers: { location: 'https://shop.example/en/buy' } } },
    change: '--page https://shop.example/en/buy',
  },
  {
    id: 'loader_other_origin',
    facts: { answer: tag(`src="https://cdn.example/embed/v1/loader.js" integrity="${HASH}" crossorigin`) },
    change: 'src="https://pay.example/embed/v1/loader.js"',
  },
  {
    id: 'integrity_outdated',
    facts: { answer: tag(`${LOADER_SOURCE} integrity="sha384-former" crossorigin`) },
    change: `integrity="${HASH}"`,
  },
  { id: 'integrity_missing', facts: { answer: tag(`${LOADER_SOURCE} crossorigin`) }, change: `integrity="${HASH}"` },
  { id: 'crossorigin_missing', facts: { answer: tag(`${LOADER_SOURCE} integrity="${HASH}"`) }, change: 'crossorigin=' },
  {
    id: 'policy_frame',
    facts: { answer: policy("default-src 'self'; script-src https://pay.example") },
    change: "frame-src 'self' https://pay.example",
  },
  {
    id: 'policy_frame',
    facts: { answer: policy("frame-src 'none'") },
    change: 'frame-src https://pay.example',
  },
  {
    id: 'policy_script',
    facts: { answer: policy("script-src 'self'; frame-src *") },
    change: "script-src 'self' https://pay.example",
  },
  {
    id: 'policy_script',
    facts: { answer: policy("script-src https: 'strict-dynamic' 'nonce-x'") },
    change: 'https://pay.example',
  },
  {
    id: 'policy_script',
    facts: {
      answer: { html: `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">${TAG}` },
    },
    change: "script-src 'self' https://pay.example",
  },
  {
    id: 'opener_policy',
    facts: { answer: { headers: { 'cross-origin-opener-policy': 'same-origin; report-to="x"' } } },
    change: 'same-origin-allow-popups',
  },
  {
    id: 'embedder_policy',
    facts: { answer: { headers: { 'cross-origin-embedder-policy': 'require-corp' } } },
    change: 'remove cross-origin-embedder-policy',
  },
  {
    id: 'clock_skew',
    facts: { answer: { headers: { date: new Date(at.getTime() - 300_000).toUTCString() } } },
    change: 'set-ntp',
  },
  {
    id: 'clock_skew',
    facts: { answer: { headers: { date: new Date(at.getTime() + 31_000).toUTCString() } } },
    change: 'set-ntp',
  },
];

test.each(faults)('finds $id and suggests $change', ({ id, facts, change }) => {
  const found = diagnoseEmbedding(factsWith(facts));
  expect(found.map((finding) => finding.id)).toEqual([id]);
  expect(found[0]?.change).toContain(change);
  expect(found[0]?.fault).not.toBe('');
});

describe('no fault is found', () => {
  test.each<[string, Case['facts']]>([
    ['with a page without a policy', {}],
    [
      'on this machine without https',
      { url: 'http://localhost:8107/', partner: { origins: ['http://localhost:8107'] } },
    ],
    [
      'with the loader in the site’s own scripts',
      {
        answer: {
          html: '<script src="/app.js"></script>',
          ...policy("script-src 'self'; frame-src https://pay.example"),
        },
      },
    ],
    ['with hosts by a wildcard', { answer: policy('default-src https://*.example; frame-src *.example:*') }],
    ['with a scheme that allows all hosts', { answer: policy("script-src 'self' https:; frame-src https:") }],
    ['with the hash in the policy', { answer: policy(`script-src 'self' 'strict-dynamic' '${HASH}'`) }],
    [
      'with a nonce at the tag',
      { answer: { html: TAG.replace('<script', '<script nonce="x"'), ...policy("script-src 'nonce-x'") } },
    ],
    [
      'with policies that only report',
      { answer: { headers: { 'content-security-policy-report-only': "default-src 'none'" } } },
    ],
    [
      'with an opener policy that allows popups',
      { answer: { headers: { 'cross-origin-opener-policy': 'same-origin-allow-popups' } } },
    ],
    ['with two hashes', { answer: tag(`${LOADER_SOURCE} integrity="sha384-next ${HASH}" crossorigin`) }],
    ['without a build to compare with', { configured: { integrity: undefined } }],
    [
      'with a clock that is a little off',
      { answer: { headers: { date: new Date(at.getTime() + 30_000).toUTCString() } } },
    ],
    [
      'with a page from a cache',
      { answer: { headers: { date: new Date(at.getTime() - 300_000).toUTCString(), age: '300' } } },
    ],
    [
      'with a redirect that is allowed',
      { answer: { html: `${TAG}<a data-x="redirectUrl: 'https://shop.example/done'">` } },
    ],
  ])('%s', (_where, facts) => {
    expect(diagnoseEmbedding(factsWith(facts))).toEqual([]);
  });
});

test('checks every policy of a page', () => {
  const headers = { 'content-security-policy': "frame-src https://pay.example, frame-src 'self'" };
  expect(diagnoseEmbedding(factsWith({ answer: { headers } })).map(({ id }) => id)).toEqual(['policy_frame']);
});

test('accepts the headers that the embedding page documents', () => {
  const document = readFileSync(
    fileURLToPath(new URL('../../../docs/integrate/embedding.md', import.meta.url)),
    'utf8',
  );
  const [, lines = ''] = /^```\n(content-security-policy[^`]+)```$/m.exec(document) ?? [];
  const headers = Object.fromEntries(
    lines
      .trim()
      .split('\n')
      .map((line) => line.split(': ', 2)),
  );
  expect(Object.keys(headers)).toEqual(['content-security-policy', 'cross-origin-opener-policy', 'referrer-policy']);
  expect(diagnoseEmbedding(factsWith({ answer: { headers } }))).toEqual([]);
});
