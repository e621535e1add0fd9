import { expect, test } from 'vitest';
import { generateOpenApiDocument } from './generateOpenApiDocument.ts';
import { renderLlmsTxt } from './renderLlmsTxt.ts';

const document = generateOpenApiDocument('9.9.9');
const text = renderLlmsTxt(document);
const operations = Object.keys(document.paths).map((path) => path.split('/').at(-1));

test('lists every call with its path and summary, except those of the console', () => {
  for (const [path, { post }] of Object.entries(document.paths))
    if (post && !path.startsWith('/gateway/console/'))
      expect(text).toContain(`[${path}](/openapi.json): ${post.summary}`);
});

test('does not mention the console', () => {
  expect(text).not.toContain('/gateway/console/');
});

test('mentions only calls that exist', () => {
  const steps = text.slice(text.indexOf('A whole purchase'), text.indexOf('## Reference'));
  const named = [...steps.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(10);
  const fields = ['transactionId'];
  expect(named.filter((name) => !operations.includes(name) && !fields.includes(name ?? ''))).toEqual([]);
});

test('is at most 16,000 characters long', () => {
  expect(text.length).toBeLessThan(16_000);
});
