import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { GeneratedCredentials } from '../../sandbox/world/generateCredentials.ts';
import { createCardToken, placeFirstCardOrder, readStatusAcceptingRequote } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { waitUntil } from '../image/waitUntil.ts';
import { createSandboxClient } from '../sandboxClient.ts';

/**
 * `buyOnce.ts ORIGIN FOLDER-OF-STAND-INS` buys ether by card through the proxy of an installation that uses stand-ins. Prints the
 * delivered wei and the seconds from payment to delivery as JSON.
 */
const [origin = '', folder = ''] = process.argv.slice(2);
const { stripe } = JSON.parse(readFileSync(`${folder}/credentials.json`, 'utf8')) as GeneratedCredentials;
const sandboxPort = 8090;

const client = createGatewayClient(origin);
const desk = createSandboxClient(`http://localhost:${sandboxPort}`);
const authToken = await client.logIn(desk, 'install@example.com');
const { address } = privateKeyToAccount(generatePrivateKey());
const orderNo = await placeFirstCardOrder(client, authToken, { getCurrency: 'ETH', address });
const confirmationToken = await createCardToken(sandboxPort, stripe);
const paid = performance.now();
await client.data('payOrder', { orderNo, submissionId: randomUUID(), confirmationToken, authToken });
await waitUntil(
  'the delivery',
  async () => (await readStatusAcceptingRequote(client, authToken, orderNo)) === 'delivered',
);
const balance = await desk.balance('ethereum', 'ETH', address);
if (balance === 0n) throw new Error('the order is delivered, but its address has no coins');
const seconds = ((performance.now() - paid) / 1000).toFixed(0);
process.stdout.write(`${JSON.stringify({ delivered: balance.toString(), seconds })}\n`);
