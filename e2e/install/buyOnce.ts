import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { OwnCredentials } from '../../sandbox/world/drawCredentials.ts';
import { agreedStatus, newCardToken, orderByCard } from '../cardPurchase.ts';
import { createDesk } from '../desk.ts';
import { createGatewayClient } from '../gatewayClient.ts';
import { until } from '../image/until.ts';

/** Buys ether by card through the proxy of an installation on stand-ins: `buyOnce.ts ORIGIN FOLDER-OF-STAND-INS`. */
const [origin = '', folder = ''] = process.argv.slice(2);
const { stripe } = JSON.parse(readFileSync(`${folder}/credentials.json`, 'utf8')) as OwnCredentials;
const sandboxPort = 8090;

const client = createGatewayClient(origin);
const desk = createDesk(`http://localhost:${sandboxPort}`);
const authToken = await client.logIn(desk, 'install@example.com');
const { address } = privateKeyToAccount(generatePrivateKey());
const orderNo = await orderByCard(client, authToken, { getCurrency: 'ETH', address });
const confirmationToken = await newCardToken(sandboxPort, stripe);
const paid = performance.now();
await client.data('payOrder', { orderNo, submissionId: randomUUID(), confirmationToken, authToken });
await until('the delivery', async () => (await agreedStatus(client, authToken, orderNo)) === 'delivered');
const balance = await desk.balance('ethereum', 'ETH', address);
if (balance === 0n) throw new Error('the order is delivered, and its address has nothing');
const seconds = ((performance.now() - paid) / 1000).toFixed(0);
process.stdout.write(`${JSON.stringify({ delivered: balance.toString(), seconds })}\n`);
