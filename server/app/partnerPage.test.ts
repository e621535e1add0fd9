import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import { partnerErrors } from '@slipway/contract/partnerErrors.ts';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { partnerBudgets } from '../partner/api/partnerLimits.ts';
import { openPartnerServer } from '../partner/api/partnerServer.testing.ts';
import { storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { askedForEther, openOwnGateway } from './testGateway.testing.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/partner-api.md', import.meta.url)), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'slipway-partner-page-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The first cells of the rows under a table's head. */
function namesUnder(head: string): string[] {
  const [, table = ''] = page.split(`\n${head}\n`);
  return [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)` \| .{3,} \|$/gm)].map(([, name = '']) => name);
}

test('the page has every call, what it needs, its budgets, and every refusal', () => {
  const { key, signature } = partnerBudgets;
  expect(page).toContain(`a key has ${key.points} reading and ${signature.points} writing calls a minute`);
  expect(namesUnder('| call | shows | for |')).toEqual(Object.keys(partnerCalls));
  for (const { name, auth } of Object.values(partnerCalls))
    expect(page).toContain(`| \`${name}\` | ${auth === 'key' ? 'key' : 'key and signature'} |`);
  expect(namesUnder('| refusal | what to do |')).toEqual(Object.keys(partnerErrors));
});

async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
  });
  return promise;
}

test('its program signs a request that is taken, as it stands there', async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const gateway = await openOwnGateway({ publicUrl });
  await gateway.app.listen({ port, host: '127.0.0.1' });
  const { words, authorization, privateKey } = await openPartnerServer(gateway, 'shop');
  const { id, orderNo } = await storeOrder(gateway.database, { partnerId: 'shop' });
  await gateway.database.run(sql`update orders set status = 'paid', captured_units = pay_units where id = ${id}`);

  const read = await fetch(`${publicUrl}/gateway/partner/quote`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ ...askedForEther, country: 'DE' }),
  });
  expect(await read.json()).toMatchObject({ respCode: '200' });

  const [, program = ''] = /```js\n([^]+?)```/.exec(page) ?? [];
  writeFileSync(join(folder, 'program.mjs'), program);
  writeFileSync(join(folder, 'private.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const argumentsOfIt = [orderNo, 'The buyer has paid twice', 'a-key-of-this-very-refund'];
  const env = {
    SLIPWAY_URL: publicUrl,
    SLIPWAY_KEY: authorization.replace('Bearer ', ''),
    SLIPWAY_PRIVATE_KEY_FILE: join(folder, 'private.pem'),
  };
  const run = () => promisify(execFile)(process.execPath, [join(folder, 'program.mjs'), ...argumentsOfIt], { env });
  const { stdout } = await run();
  expect(JSON.parse(stdout)).toEqual({
    respCode: '200',
    respMessage: '',
    data: { orderNo, askedAt: expect.any(String) },
  });
  expect((await run()).stdout).toBe(stdout);
  expect(await gateway.database.many(sql`select key_id as key from partner_refund_requests`)).toEqual([
    { key: words.keyId },
  ]);
});
