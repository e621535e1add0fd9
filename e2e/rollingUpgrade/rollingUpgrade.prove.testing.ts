import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { fillDatabase } from '../../server/bench/filledDatabase.testing.ts';
import { personalDataKeys, variableList } from '../../server/platform/config/environment.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { queryOnce } from '../../server/platform/database/queryOnce.testing.ts';
import { createPersonalKeys } from '../../server/platform/personal/personalKeys.ts';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { payByCard, placeFirstCardOrder, readStatusAcceptingRequote } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { type Installation, openInstallation } from '../installation/installation.testing.ts';
import { BUILT_VERSION } from '../installation/release.testing.ts';
import { BLOCK_SECONDS } from '../startWorld.ts';
import { startBalancer } from './balancer.testing.ts';
import { findFormerCommit, prepareRelease } from './formerRelease.testing.ts';

/** One card per buyer, since risk rules count by card. */
const CARDS = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex', 'pm_card_de'];
/** Low enough that each buyer can buy during the whole run without a document. */
const EUROS = '30';
const PATIENCE_MS = 90_000;
const POLL_MS = 200;
const MINUTE_MS = 60_000;
/** Delivered orders of earlier years in the database that is upgraded. */
const FORMER_ORDERS = Number(process.env['PROVE_FORMER_ORDERS'] ?? 1_000);
const FILL_PATIENCE_MS = 3 * 60 * MINUTE_MS;

/** Fills the database before the former version's processes start, and returns the highest id of its orders. */
async function insertFormerOrders({ database: { url }, variables }: Installation): Promise<number> {
  const personalKeys = createPersonalKeys(personalDataKeys.parse(variables['PERSONAL_DATA_KEYS']));
  const database = openDatabase(url, { maxConnections: 4, personalKeys });
  try {
    await fillDatabase(database, FORMER_ORDERS, 0, variableList.parse(variables['CONFIGURATION_SEEDS']));
    const { rows } = await database.pool.query<{ newest: number }>('select max(id) as newest from orders');
    return rows[0]?.newest ?? 0;
  } finally {
    await database.close();
  }
}

test('a release replaces the former one under load: every order is delivered, and no call fails', {
  timeout: 15 * MINUTE_MS + FILL_PATIENCE_MS,
}, async () => {
  const commit = findFormerCommit();
  const installation = await openInstallation('rolling', {
    portCount: 6,
    environment: { SANDBOX_BLOCK_SECONDS: BLOCK_SECONDS },
  });
  const { database, desk, sandboxPort } = installation;
  const [port, api1, api2, api3, formerHealth, health] = installation.ports as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const balancer = await startBalancer(port);
  try {
    const formerFolder = join(installation.dataDir, 'former');
    await prepareRelease(commit, formerFolder);
    const former = installation.release({ name: 'former', folder: formerFolder });
    const next = installation.release({ ...BUILT_VERSION, name: 'next' });

    // Start selling with the previous release.
    await installation.prepare(former);
    const newestFormer = await insertFormerOrders(installation);
    const formerSigner = await former.signer();
    const [formerWorker, formerApi] = await Promise.all([former.worker(formerHealth), former.api(api1)]);
    await balancer.add(api1);

    const orders: string[] = [];
    const ending = new AbortController();
    const buy = async (card: string) => {
      const client = createGatewayClient(`http://localhost:${port}`);
      const authToken = await client.logIn(desk, `${card}@example.com`);
      while (!ending.signal.aborted) {
        const { address } = privateKeyToAccount(generatePrivateKey());
        const orderNo = await placeFirstCardOrder(client, authToken, {
          getCurrency: 'ETH',
          address,
          sendCurrencyAmount: EUROS,
        });
        orders.push(orderNo);
        await payByCard(client, authToken, orderNo, sandboxPort, card);
        const deadline = performance.now() + PATIENCE_MS;
        while ((await readStatusAcceptingRequote(client, authToken, orderNo)) !== 'delivered') {
          if (performance.now() > deadline) throw new Error(`${orderNo} was not delivered`);
          await sleep(POLL_MS);
        }
      }
    };
    const buying = Promise.all(CARDS.map(buy));
    // A failing buyer ends the run immediately.
    const step = <T>(work: Promise<T>) => Promise.race([work, buying.then(() => work)]);
    await expect.poll(() => orders.length, { timeout: MINUTE_MS }).toBeGreaterThanOrEqual(CARDS.length);

    // Replace it with the next release in the order of docs/upgrading.md.
    const before = orders.length;
    const migrationBegun = performance.now();
    await step(next.migrate());
    const migrationSeconds = ((performance.now() - migrationBegun) / 1_000).toFixed(1);
    await formerSigner.stop();
    await step(next.signer());
    await step(next.worker(health));
    await formerWorker.stop();
    const nextApi = await step(next.api(api2));
    await balancer.add(api2);
    await balancer.takeOut(api1);
    await formerApi.stop();
    const meanwhile = orders.length - before;

    // From here on a server only gets the signal to stop, and the balancer must detect this by itself.
    await step(next.api(api3));
    await balancer.add(api3);
    await nextApi.stop();
    const sold = orders.length;
    await expect.poll(() => orders.length, { timeout: MINUTE_MS }).toBeGreaterThan(sold);
    ending.abort();
    await buying;

    expect(balancer.failed).toEqual([]);
    expect(meanwhile).toBeGreaterThan(0);
    const [wrong] = await queryOnce(
      database.url,
      `select (select count(*) from orders where status <> 'delivered') as open,
         (select count(*) from (select 1 from ledger_postings where order_id > ${newestFormer}
           group by transaction_id, asset having sum(units) <> 0) o) as off,
         (select count(*) from orders o where o.id > ${newestFormer}
           and (select count(*) from payouts p where p.order_id = o.id) <> 1) as payouts`,
    );
    expect(wrong).toEqual({ open: '0', off: '0', payouts: '0' });
    recordProof('Rolling upgrade under load', {
      figures: `commit ${commit.slice(0, 8)} upgraded process by process in a database of ${FORMER_ORDERS.toLocaleString('en')} former orders, migrated in ${migrationSeconds} s: ${orders.length} orders of ${CARDS.length} buyers, ${meanwhile} begun meanwhile, ${balancer.calls()} calls`,
      result: 'every order delivered once, no call failed',
    });
  } finally {
    await balancer.stop();
    await installation.close();
  }
});
