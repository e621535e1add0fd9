import { expect, test } from 'vitest';
import { findBrowserFaults } from './browserSupport.ts';

test.each([
  'Promise.withResolvers()',
  'AbortSignal.any([first, second])',
  'URL.parse(text)',
  'Map.groupBy(items, groupOf)',
  'requestIdleCallback(work)',
  'new Intl.DurationFormat()',
  'new Temporal()',
])('reports %s', (source) => {
  const name = /^(?:new )?([\w.]+)/.exec(source)?.[1] ?? '';
  expect(findBrowserFaults('page.ts', source)).toEqual([`page.ts:1 ${name} is missing in a supported browser`]);
});

test.each([
  'URL.parse?.(text)',
  'AbortSignal.timeout(1000)',
  'new URL(text)',
  'structuredClone(value)',
  'Object.fromEntries(entries)',
  "import { trustedTypes } from './policy.ts'; trustedTypes()",
  'trustedTypes(); function trustedTypes() {}',
])('accepts %s', (source) => {
  expect(findBrowserFaults('page.ts', source)).toEqual([]);
});
