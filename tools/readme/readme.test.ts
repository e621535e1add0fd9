import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawReadme } from './drawReadme.ts';

const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('README.md has the current table of capabilities', () => {
  expect(page, 'run npm run draw').toBe(drawReadme());
});

test('README.md lists vendors, networks and languages by name', () => {
  for (const name of ['Stripe', 'Kraken', 'Bitcoin', 'Apple Pay', 'bank transfer', 'Arabic'])
    expect(drawReadme()).toContain(name);
});
