import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { recordProof } from '../tools/proofs/recordProof.ts';
import { payByCard, placeFirstCardOrder, readStatusAcceptingRequote } from './buyers/cardPurchase.ts';
import { createGatewayClient } from './buyers/gatewayClient.ts';
import { createSandboxClient } from './sandboxClient.ts';
import { startWorld } from './startWorld.ts';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const NAME = 'signer-share';
/** One card per buyer, since risk rules count by card. */
const CARDS = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex', 'pm_card_de'];
const ORDERS_PER_BUYER = Math.ceil(Number(process.env['PROVE_PURCHASES'] ?? 40) / CARDS.length);
/** Low enough that ten orders of a buyer require no document. */
const EUROS = '60';
const MAX_ADDED_MS = 300;
const PATIENCE_MS = 60_000;
/** Interval of polling a status: short compared with the measured times, and a negligible load. */
const INTERVAL_MS = 50;
const MINUTE_MS = 60_000;

/** A log line of the signer at level debug. */
type SignerLogLine = { readonly path?: string; readonly orderNos?: readonly string[]; readonly ms?: number };

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Returns for each order the milliseconds of all signer calls that named it, including time queued behind others. */
async function readSignerWaits(orderNos: Iterable<string>): Promise<readonly number[]> {
  const log = await readFile(join(PROJECT, 'test-results/logs', NAME, 'signer.log'), 'utf8');
  const signerMs = new Map([...orderNos].map((orderNo) => [orderNo, 0]));
  let payments = 0;
  for (const line of log.split('\n').filter((each) => each.startsWith('{'))) {
    const logLine = JSON.parse(line) as SignerLogLine;
    if (logLine.path === 'pay') payments += 1;
    for (const orderNo of logLine.orderNos ?? []) {
      const before = signerMs.get(orderNo);
      if (before !== undefined) signerMs.set(orderNo, before + (logLine.ms ?? 0));
    }
  }
  expect(payments).toBeGreaterThanOrEqual(signerMs.size);
  return [...signerMs.values()];
}

test(`the signer adds at most ${MAX_ADDED_MS} ms to the median from Pay to Delivered`, {
  timeout: 20 * MINUTE_MS,
}, async () => {
  const world = await startWorld(NAME, { prepare: async () => ({ LOG_LEVEL: 'debug' }) });
  const purchaseMsByOrder = new Map<string, number>();
  try {
    const desk = createSandboxClient(world.deskUrl);
    const sandboxPort = Number(new URL(world.deskUrl).port);
    const buy = async (card: string) => {
      const client = createGatewayClient(world.origin);
      const authToken = await client.logIn(desk, `${card}@example.com`);
      for (let count = 0; count < ORDERS_PER_BUYER; count += 1) {
        const { address } = privateKeyToAccount(generatePrivateKey());
        const orderNo = await placeFirstCardOrder(client, authToken, {
          getCurrency: 'ETH',
          address,
          sendCurrencyAmount: EUROS,
        });
        const began = performance.now();
        await payByCard(client, authToken, orderNo, sandboxPort, card);
        while ((await readStatusAcceptingRequote(client, authToken, orderNo)) !== 'delivered') {
          expect(performance.now() - began).toBeLessThan(PATIENCE_MS);
          await sleep(INTERVAL_MS);
        }
        purchaseMsByOrder.set(orderNo, performance.now() - began);
      }
    };
    await Promise.all(CARDS.map(buy));
  } finally {
    await world.stop();
  }
  const signerMs = await readSignerWaits(purchaseMsByOrder.keys());
  const added = median(signerMs);
  const whole = median([...purchaseMsByOrder.values()]);
  recordProof("Signer's share of a purchase", {
    figures: `${purchaseMsByOrder.size} card purchases, ${CARDS.length} buyers at once: median ${added} ms, maximum ${Math.max(...signerMs)} ms, of ${Math.round(whole)} ms from Pay to Delivered (blocks of 0.4 s)`,
    result: `median at most ${MAX_ADDED_MS} ms`,
  });
  expect(added).toBeLessThanOrEqual(MAX_ADDED_MS);
});
