import { expect, test } from 'vitest';
import { seedConfiguration } from '../configuration/changeConfiguration.ts';
import { openPartnerWorld } from '../partner/partnerWorld.testing.ts';
import { openReceiver } from '../platform/webhook/receiver.testing.ts';
import { createIso20022Files } from '../providers/bank/iso20022/iso20022.ts';
import { commands } from './commands.ts';

const { database } = await openPartnerWorld(() => ({ status: 204 }));
const { url: page } = await openReceiver(() => ({ status: 200, body: '<p>Buy</p>' }));
const { origin } = new URL(page);
await seedConfiguration(database, []);

async function run(command: string, words: readonly string[], options: Record<string, string> = {}): Promise<string> {
  const said = { who: 'anna', why: 'a test', options, publicUrl: 'https://pay.example/', isSandbox: true };
  return (await commands[command]?.run({ database, bankFiles: createIso20022Files(), ...said }, words)) ?? '';
}

test('what is wrong is said with the command that mends it', async () => {
  await run('set', ['partner', 'shop', 'name=Shop', 'kind=partner_site', 'origins=https://shop.example']);
  const said = await run('embed-doctor', ['shop'], { page });
  expect(said).toContain(`origin_unknown: ${origin} is not registered`);
  expect(said).toContain('webhook_missing: ');
  const mended = /npm run operate -- set (partner shop origins=\S+)/.exec(said)?.[1] ?? '';
  await run('set', mended.split(' '));
  expect(await run('embed-doctor', ['shop'], { page })).not.toContain('origin_unknown');
});

test('a page has to be named, of a partner that there is', async () => {
  await expect(run('embed-doctor', ['shop'])).rejects.toThrow('--page');
  await expect(run('embed-doctor', ['nobody'], { page })).rejects.toThrow('there is no partner nobody');
});
