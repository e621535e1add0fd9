import { appendFile, cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { productEnvironment } from '../../sandbox/productEnvironment.ts';
import { queryOnce } from '../../server/platform/database/queryOnce.testing.ts';
import { askForTopUps } from '../../tools/start/askForTopUps.ts';
import { type Child, readLog, waitUntilReady } from '../../tools/start/childProcess.ts';
import { databaseForRun, openLogins } from '../../tools/start/databaseForRun.ts';
import { createLaunch, PROJECT_FOLDER } from '../../tools/start/launch.ts';
import { buildWhenStale } from '../../tools/start/productBuild.ts';
import { childPath } from '../../tools/start/requireMachine.ts';
import { readStartSettings, SANDBOX_PORT_COUNT } from '../../tools/start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../../tools/temporary/ownedFolder.ts';
import { agreedStatus, orderByCard, payByCard } from '../cardPurchase.ts';
import { createDesk } from '../desk.ts';
import { createGatewayClient } from '../gatewayClient.ts';
import { BLOCK_SECONDS, findFreePorts } from '../startWorld.ts';
import { startBalancer } from './balancer.testing.ts';
import { formerCommit, layRelease } from './formerRelease.testing.ts';
import { createRelease } from './release.testing.ts';

/** One of each buyer: a card is one person. */
const CARDS = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex', 'pm_card_de'];
/** So little that each may buy for as long as it takes, without a document. */
const EUROS = '30';
const PATIENCE_MS = 90_000;
const POLL_MS = 200;
const MINUTE_MS = 60_000;

test('a release takes the former one’s place under load: every order is delivered, and no call fails', {
  timeout: 15 * MINUTE_MS,
}, async () => {
  const commit = formerCommit();
  const dataDir = await createOwnedFolder('slipway-rolling-');
  const [port, sandboxPort] = await findFreePorts(SANDBOX_PORT_COUNT + 6).then((first) => [first, first + 1] as const);
  const [api1, api2, api3, formerHealth, health] = [0, 1, 2, 3, 4].map(
    (at) => sandboxPort + SANDBOX_PORT_COUNT + at,
  ) as [number, number, number, number, number];
  const settings = readStartSettings(
    { PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir, RATE_LIMITS: 'off' },
    dataDir,
  );
  const children: Child[] = [];
  const formerFolder = join(dataDir, 'former');
  await layRelease(commit, formerFolder);
  const database = await databaseForRun({ ...settings, dataDir });
  const balancer = await startBalancer(port);
  try {
    const launch = createLaunch({
      settings,
      dataDir,
      path: childPath(PROJECT_FOLDER, process.env['PATH']),
      environment: { ...process.env, SANDBOX_BLOCK_SECONDS: BLOCK_SECONDS },
      database,
    });
    const { signal } = new AbortController();
    const logFile = launch.logFile('web');
    const started = async (child: Child) => void children.push(child);
    await buildWhenStale({ projectFolder: PROJECT_FOLDER, environment: launch.environment, logFile, started });
    const product = productEnvironment({
      sandboxPort,
      productPort: port,
      bankFilesFolder: join(dataDir, 'sandbox', 'bank-files'),
      bankReceivedFolder: join(dataDir, 'sandbox', 'bank-received'),
      seedsFolder: join(dataDir, 'sandbox', 'seeds'),
    });
    const variables = {
      ...product,
      CONFIGURATION_SEEDS: `${join(PROJECT_FOLDER, 'e2e/ownOffersAlone/')},${product['CONFIGURATION_SEEDS']}`,
      RATE_LIMITS: 'off',
      SLIPWAY_SANDBOX: '1',
    };
    const world = { launch, variables, socket: join(tmpdir(), `slipway-rolling-${sandboxPort}.socket`), children };
    const former = createRelease({ name: 'former', folder: formerFolder }, world);
    const next = createRelease({ name: 'next', folder: PROJECT_FOLDER.replace(/\/$/, '') }, world);

    // The former release sells.
    const sandbox = launch.child('sandbox', 'sandbox/main.ts', {});
    children.push(sandbox);
    const announces = () => Promise.resolve(/^\{"ready":true\b/m.test(readLog(sandbox.logFile)));
    await waitUntilReady(sandbox, announces, { patienceMs: MINUTE_MS, signal });
    await former.migrate();
    await openLogins(database);
    const deskUrl = `http://localhost:${sandboxPort}`;
    await askForTopUps({ databaseUrl: launch.databaseUrlOf('operator'), deskUrl, isOn: () => true });
    const formerSigner = await former.signer();
    const [formerWorker, formerApi] = await Promise.all([former.worker(formerHealth), former.api(api1)]);
    await balancer.add(api1);

    const desk = createDesk(deskUrl);
    const orders: string[] = [];
    const ending = new AbortController();
    const buy = async (card: string) => {
      const client = createGatewayClient(`http://localhost:${port}`);
      const authToken = await client.logIn(desk, `${card}@example.com`);
      while (!ending.signal.aborted) {
        const { address } = privateKeyToAccount(generatePrivateKey());
        const orderNo = await orderByCard(client, authToken, {
          getCurrency: 'ETH',
          address,
          sendCurrencyAmount: EUROS,
        });
        orders.push(orderNo);
        await payByCard(client, authToken, orderNo, sandboxPort, card);
        const deadline = performance.now() + PATIENCE_MS;
        while ((await agreedStatus(client, authToken, orderNo)) !== 'delivered') {
          if (performance.now() > deadline) throw new Error(`${orderNo} was not delivered`);
          await sleep(POLL_MS);
        }
      }
    };
    const buying = Promise.all(CARDS.map(buy));
    // A buyer that fails ends the run at once.
    const step = <T>(work: Promise<T>) => Promise.race([work, buying.then(() => work)]);
    await expect.poll(() => orders.length, { timeout: MINUTE_MS }).toBeGreaterThanOrEqual(CARDS.length);

    // The next one takes its place, in the order of docs/upgrading.md.
    const before = orders.length;
    await step(next.migrate());
    await formerSigner.stop();
    await step(next.signer());
    await step(next.worker(health));
    await formerWorker.stop();
    const nextApi = await step(next.api(api2));
    await balancer.add(api2);
    await balancer.takeOut(api1);
    await formerApi.stop();
    const meanwhile = orders.length - before;

    // From now on a server is only told to end: its balancer hears of it by itself.
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
         (select count(*) from (select 1 from ledger_postings group by transaction_id, asset having sum(units) <> 0) o) as off,
         (select count(*) from orders o where (select count(*) from payouts p where p.order_id = o.id) <> 1) as payouts`,
    );
    expect(wrong).toEqual({ open: '0', off: '0', payouts: '0' });
    await appendFile(
      join(PROJECT_FOLDER, 'PROOFS.md'),
      `| commit ${commit.slice(0, 8)} upgraded to this one under load, process by process: ${orders.length} orders of ${CARDS.length} buyers, ${meanwhile} of them begun meanwhile, ${balancer.calls()} calls | | every order delivered once, no call failed |\n`,
    );
  } finally {
    for (const child of children.toReversed()) await child.stop(8_000);
    await balancer.stop();
    await database.stop();
    await cp(join(dataDir, 'logs'), join(PROJECT_FOLDER, 'test-results/logs/rolling'), { recursive: true }).catch(
      () => undefined,
    );
    await removeOwnedFolder(dataDir);
  }
});
