import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { findCodeBlock } from '../../../tools/integrate/codeBlocks.testing.ts';
import { interpreters, isInstalled } from '../../../tools/integrate/interpreters.testing.ts';
import { partnerBudgets } from '../../partner/api/partnerLimits.ts';
import { openPartnerServer } from '../../partner/api/partnerServer.testing.ts';
import { rotateLinkKey } from '../../partner/linkKeyStore.ts';
import { testKeys } from '../../partner/testPartner.testing.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { etherInquiry, openOwnGateway, testShop } from './testGateway.testing.ts';

const readPage = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../docs/integrate/${name}.md`, import.meta.url)), 'utf8');
const page = readPage('partner-api');
const folder = mkdtempSync(join(tmpdir(), 'slipway-partner-page-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the first cells of the rows under a table's header. */
function listNamesUnder(head: string): string[] {
  const [, table = ''] = page.split(`\n${head}\n`);
  return [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)` \| .{3,} \|$/gm)].map(([, name = '']) => name);
}

test('the pages list every call, its credentials and its budgets', () => {
  const { key, signature, failedKey } = partnerBudgets;
  expect(readPage('limits')).toContain(`an IP address may send ${failedKey.points} wrong keys a minute`);
  expect(readPage('limits')).toContain(`${key.points} reading and ${signature.points} writing calls a minute`);
  expect(listNamesUnder('| call | needs | returns |')).toEqual(Object.keys(partnerCalls));
  for (const { name, auth } of Object.values(partnerCalls))
    expect(page).toContain(`| \`${name}\` | ${auth === 'key' ? 'key' : 'key and signature'} |`);
});

async function findFreePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
  });
  return promise;
}

/** A listening gateway, and a paid order of a partner with a key. */
async function openPaidOrder() {
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const gateway = await openOwnGateway({ publicUrl });
  await gateway.app.listen({ port, host: '127.0.0.1' });
  const server = await openPartnerServer(gateway, 'shop');
  const { id, orderNo } = await storeOrder(gateway.database, { partnerId: 'shop' });
  await gateway.database.run(sql`update orders set status = 'paid', captured_units = pay_units where id = ${id}`);
  return { gateway, publicUrl, server, orderNo };
}

test('a read call needs only a key', async () => {
  const { publicUrl, server } = await openPaidOrder();
  const read = await fetch(`${publicUrl}/gateway/partner/quote`, {
    method: 'POST',
    headers: { authorization: server.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ ...etherInquiry, country: 'DE' }),
  });
  expect(await read.json()).toMatchObject({ respCode: '200' });
});

for (const interpreter of interpreters) {
  const { language, fence } = interpreter;
  const [programPage, heading] =
    language === 'Node' ? ['languages', 'Node without a package'] : [language.toLowerCase(), 'Sign a call'];
  const isHere = isInstalled(interpreter);
  const title = `the program in ${language} signs a request that is accepted, as written`;
  test.skipIf(!isHere)(isHere ? title : `${language} is not installed: its program was not run`, async () => {
    const { gateway, publicUrl, server, orderNo } = await openPaidOrder();
    const own = mkdtempSync(join(folder, fence));
    writeFileSync(join(own, 'private.pem'), server.privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const [program, ...args] = await interpreter.install(own, [findCodeBlock(programPage, fence, heading)]);
    const env = {
      ...process.env,
      SLIPWAY_URL: publicUrl,
      SLIPWAY_KEY: server.authorization.replace('Bearer ', ''),
      SLIPWAY_PRIVATE_KEY_FILE: join(own, 'private.pem'),
    };
    const run = async (fields: object) =>
      JSON.parse(
        (await promisify(execFile)(program, [...args, 'requestRefund', JSON.stringify(fields)], { env })).stdout,
      ) as unknown;
    const fields = { orderNo, reason: 'Zahlte doppelt, für 100 €', idempotencyKey: 'a-key-of-this-very-refund' };
    const answer = await run(fields);
    expect(answer).toEqual({ respCode: '200', respMessage: '', data: { orderNo, requestedAt: expect.any(String) } });
    expect(await run(fields)).toEqual(answer);
    expect(await run({ ...fields, adress: 'bc1q' })).toMatchObject({ data: { error: 'malformed' } });
    expect(await gateway.database.many(sql`select key_id as key from partner_refund_requests`)).toEqual([
      { key: server.signedParts.keyId },
    ]);
  });
}

test('the documented function for signed links builds a link that opens', async () => {
  const gateway = await openOwnGateway();
  writeFileSync(join(folder, 'link.mjs'), `${findCodeBlock('partner-api', 'js')}\nexport { signLink };`);
  const { signLink } = (await import(join(folder, 'link.mjs'))) as {
    signLink(key: { readonly id: string; readonly secret: string }, terms: object): string;
  };
  const { id, secret } = await gateway.database.transaction((transaction) =>
    rotateLinkKey(transaction, testKeys.partnerSecrets, testShop.id, { atOnce: false }),
  );
  const key = { id, secret: secret.toString('base64url') };
  const session = signLink(key, { ...etherInquiry, origin: testShop.origins[0] });
  expect((await gateway.post('openSession', { session })).body).toMatchObject({
    respCode: '200',
    data: { partnerId: testShop.id, sendCurrencyAmount: '100' },
  });
});
