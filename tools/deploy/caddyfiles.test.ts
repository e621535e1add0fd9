import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync('deploy/**/Caddyfile', { cwd: root });

/** Returns the directives of each block, without those of nested blocks. */
function listBlocks(text: string): string[][] {
  const ended: string[][] = [];
  const open: string[][] = [[]];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    if (line === '}') ended.push(open.pop() ?? []);
    else open.at(-1)?.push(line.split(' ', 1)[0] ?? '');
    if (line.endsWith('{')) open.push([]);
  }
  return [...ended, ...open];
}

test('finds the Caddyfiles', () => {
  expect(files.toSorted()).toEqual(['deploy/cells/Caddyfile', 'deploy/compose/Caddyfile']);
});

// Caddy sorts the directives of a block: with both, it would redirect a call that must be refused.
test.each(files)('%s has no block that both redirects and refuses', (file) => {
  const blocks = listBlocks(readFileSync(`${root}${file}`, 'utf8'));
  expect(blocks.length).toBeGreaterThan(2);
  expect(blocks.filter((block) => block.includes('redir') && block.includes('respond'))).toEqual([]);
});
