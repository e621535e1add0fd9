import { expect, test } from 'vitest';
import { fileName, withSection } from './sections.ts';

const PAGE = '# Benchmarks\n\nIntroduction.\n\n## The web\n\nold\n\n## The web before\n\nkept\n';

test('replaces the section with the same title', () => {
  expect(withSection(PAGE, 'The web', ['new'])).toBe(
    '# Benchmarks\n\nIntroduction.\n\n## The web\n\nnew\n\n## The web before\n\nkept\n',
  );
});

test('adds a new section at the end', () => {
  expect(withSection(PAGE, 'Throughput', ['one', '', 'two'])).toBe(`${PAGE}\n## Throughput\n\none\n\ntwo\n`);
});

test('builds a file name of lower-case letters, digits and hyphens', () => {
  expect(fileName('Reads among 1,000 and 300,000 orders')).toBe('reads-among-1-000-and-300-000-orders');
});
