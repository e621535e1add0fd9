import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { embedChecks } from '../../partner/embed/diagnoseEmbedding.ts';
import { openPartnerWorld } from '../../partner/partnerWorld.testing.ts';
import { openReceiver } from '../../platform/webhook/receiver.testing.ts';
import { createApprovedRunner } from './commandRunner.testing.ts';
import type { CommandName } from './commands.ts';

const readPage = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url)), 'utf8');

const { database } = await openPartnerWorld(() => ({ status: 204 }));
const { url: page } = await openReceiver(() => ({ status: 200, body: '<p>Buy</p>' }));
const { origin } = new URL(page);
await seedConfiguration(database, []);

const run = createApprovedRunner({ database, publicUrl: 'https://pay.example/', isSandbox: true });

test('reports each fault with the command that fixes it', async () => {
  await run('set', ['partner', 'tea', 'name=Tea', 'kind=partner_site', 'origins=https://tea.example']);
  const output = await run('embed-doctor', ['tea'], { page });
  expect(output).toContain(`origin_unknown: ${origin} is not registered`);
  expect(output).toContain('webhook_missing: ');
  const fix = /npm run operate -- set (partner tea origins=\S+)/.exec(output)?.[1] ?? '';
  await run('set', fix.split(' '));
  expect(await run('embed-doctor', ['tea'], { page })).not.toContain('origin_unknown');
});

test('requires a page and an existing partner', async () => {
  await run('set', ['partner', 'mint', 'name=Mint', 'kind=partner_site', 'origins=https://mint.example']);
  await expect(run('embed-doctor', ['mint'])).rejects.toThrow('--page');
  await expect(run('embed-doctor', ['nobody'], { page })).rejects.toThrow('there is no partner nobody');
});

test('runs the commands of the quick start as written', async () => {
  const lines = [...readPage('integrate/html.md').matchAll(/^npm run operate -- (.+)$/gm)].map(([, line = '']) =>
    line.split(' '),
  );
  expect(lines.map(([name]) => name)).toEqual(['set', 'embed-doctor']);
  for (const [name = '', ...args] of lines) {
    const firstOption = args.findIndex((arg) => arg.startsWith('--'));
    expect(await run(name as CommandName, args.slice(0, firstOption), { page })).not.toBe('');
  }
});

test('docs/partners.md lists every finding and no other', () => {
  const [, table = ''] = readPage('partners.md').split('## Findings of the doctor');
  const named = [...table.matchAll(/^\| (.+) \| /gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, id]) => id),
  );
  expect(new Set(named)).toEqual(new Set(embedChecks.map(({ id }) => id)));
});
