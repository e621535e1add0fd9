import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { newEmail } from '../../buyers/buyerDetails.ts';
import { openShopServer, SHOP } from '../../partners/partnerServer.ts';
import { expect, test } from '../../world.ts';

const FOLDER = fileURLToPath(new URL('../../generatedClient/', import.meta.url));
const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
/** An example address from BIP 173. No other test may use it: a risk rule holds orders to an address with many buyers. */
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** The type of `generatedClient/purchase.ts`, which cannot be imported here: its own types exist only after generation. */
type GeneratedPurchase = {
  beginPurchase(
    baseUrl: string,
    buyer: { readonly minted: string; readonly origin: string; readonly address: string },
  ): Promise<{ readonly orderNo: string; readonly reference: string; status(): Promise<string> }>;
};

test('a client generated from the OpenAPI document buys by bank transfer without a browser', async ({
  origin,
  desk,
  operator,
}) => {
  const generated = await openapiTS(new URL('/openapi.json', origin));
  await writeFile(`${FOLDER}schema.gen.d.ts`, astToString(generated));
  // Throws with the compiler's output if the types and the purchase do not match.
  await promisify(execFile)(process.execPath, [TSC, '-p', FOLDER]);

  const shop = await openShopServer(origin, operator);
  const { authToken } = await shop.call('mintAuthToken', { email: newEmail() });
  const { beginPurchase } = (await import(`${FOLDER}purchase.ts`)) as GeneratedPurchase;
  const begun = await beginPurchase(origin, { minted: authToken, origin: SHOP.origin, address: ADDRESS });
  await desk.sendBankTransfer({ reference: begun.reference, amount: '100', currency: 'EUR' });
  await expect.poll(() => begun.status()).toBe('delivered');

  const { orders } = await shop.call('orders', {});
  expect(orders.map(({ orderNo }) => orderNo)).toContain(begun.orderNo);
});
