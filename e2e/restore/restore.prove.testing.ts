import { appendFile, cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { addressOfKey } from '../../sandbox/chains/bitcoinAddress.ts';
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
import { orderByCard, payByCard } from '../cardPurchase.ts';
import { createDesk } from '../desk.ts';
import { createGatewayClient } from '../gatewayClient.ts';
import { createRelease } from '../rollingUpgrade/release.testing.ts';
import { createSandboxControls } from '../sandboxControls.ts';
import { BLOCK_SECONDS, findFreePorts } from '../startWorld.ts';

const RESTORES = Number(process.env['PROVE_RESTORES'] ?? 50);
const SEED = Number(process.env['PROVE_SEED'] ?? Date.now() % 1_000_000);
const EUROS = '60';
const COINS = ['ETH', 'POL', 'BTC'];
const MINUTE_MS = 60_000;
const POLL_MS = 500;
/** From the snapshot on, so long goes what is lost by the restore. */
const LOST_MS = [500, 12_000] as const;

/** What goes back to the moment of the snapshot. */
const MODES = ['both', 'database', 'record'] as const;

/** A generator of numbers from 0 to 1, so that a run can be repeated (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Satoshi that lie at an address which spends nothing. */
async function bitcoinsAt(rpcUrl: string, address: string): Promise<bigint> {
  const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method: 'listunspent', params: [0, 9_999_999, [address]] });
  const { origin, pathname } = new URL(rpcUrl);
  const answer = await fetch(origin + pathname, { method: 'POST', body });
  const { result } = (await answer.json()) as { result: readonly { readonly amount: number }[] };
  return result.reduce((sum, { amount }) => sum + BigInt(Math.round(amount * 1e8)), 0n);
}

/** Captured in the time that is lost, and not yet authorized before: a person looks at it, as at every capture that is not ours. */
const HELD = `(status = 'on_hold' and exists (select 1 from order_events e
  where e.order_id = o.id and e.kind = 'payment_captured' and e.to_status = 'on_hold'))`;

type Expected = { readonly orderNo: string; readonly coin: string; readonly address: string };

test(`${RESTORES} restores under load with slow vendors: nothing is paid twice, and every order goes on`, {
  timeout: RESTORES * 5 * MINUTE_MS,
}, async () => {
  const random = seeded(SEED);
  const dataDir = await createOwnedFolder('slipway-restore-');
  const port = await findFreePorts(SANDBOX_PORT_COUNT + 6);
  const [sandboxPort, apiPort, healthPort] = [port + 1, port + SANDBOX_PORT_COUNT + 1, port + SANDBOX_PORT_COUNT + 2];
  const settings = readStartSettings(
    { PORT: String(apiPort), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir, RATE_LIMITS: 'off' },
    dataDir,
  );
  const children: Child[] = [];
  const database = await databaseForRun({ ...settings, dataDir });
  try {
    const launch = createLaunch({
      settings,
      dataDir,
      path: childPath(PROJECT_FOLDER, process.env['PATH']),
      // A start reads the account at the venue: the lowest tier allows one a minute beside what orders need.
      environment: { ...process.env, SANDBOX_BLOCK_SECONDS: BLOCK_SECONDS, KRAKEN_TIER: 'pro' },
      database,
    });
    const started = async (child: Child) => void children.push(child);
    const logFile = launch.logFile('web');
    await buildWhenStale({ projectFolder: PROJECT_FOLDER, environment: launch.environment, logFile, started });
    const product = productEnvironment({
      sandboxPort,
      productPort: apiPort,
      bankFilesFolder: join(dataDir, 'sandbox', 'bank-files'),
      bankReceivedFolder: join(dataDir, 'sandbox', 'bank-received'),
      seedsFolder: join(dataDir, 'sandbox', 'seeds'),
    });
    const variables = {
      ...product,
      CONFIGURATION_SEEDS: `${join(PROJECT_FOLDER, 'e2e/ownOffersAlone/')},${product['CONFIGURATION_SEEDS']}`,
      KRAKEN_TIER: 'pro',
      RATE_LIMITS: 'off',
      SLIPWAY_SANDBOX: '1',
    };
    const socket = join(tmpdir(), `slipway-restore-${sandboxPort}.socket`);
    const release = createRelease(
      { name: 'restored', folder: PROJECT_FOLDER.replace(/\/$/, '') },
      { launch, variables, socket, children },
    );
    const sandbox = launch.child('sandbox', 'sandbox/main.ts', {});
    children.push(sandbox);
    const announces = () => Promise.resolve(/^\{"ready":true\b/m.test(readLog(sandbox.logFile)));
    await waitUntilReady(sandbox, announces, { patienceMs: MINUTE_MS, signal: new AbortController().signal });
    await release.migrate();
    await openLogins(database);
    const deskUrl = `http://localhost:${sandboxPort}`;
    await askForTopUps({ databaseUrl: launch.databaseUrlOf('operator'), deskUrl, isOn: () => true });
    const desk = createDesk(deskUrl);
    const controls = createSandboxControls(desk);
    const chains = await desk.chains();
    const networkOf = (coin: string) => ({ ETH: 'ethereum', POL: 'polygon', BTC: 'bitcoin' })[coin] ?? '';

    const signerFolder = join(dataDir, 'signer');
    const kept = join(dataDir, 'kept-signer');
    const name = new URL(database.url).pathname.slice(1);
    const admin = async (...statements: readonly string[]) => {
      const url = new URL(database.url);
      url.pathname = '/postgres';
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    };
    const copyDatabase = (from: string, to: string) =>
      admin(`drop database if exists ${to} with (force)`, `create database ${to} template ${from}`);

    let running: readonly Child[] = [];
    async function start(): Promise<void> {
      const before = children.length;
      await release.signer();
      await Promise.all([release.worker(healthPort), release.api(apiPort)]);
      running = children.slice(before);
    }
    /** As a machine that is switched off. */
    async function kill(): Promise<void> {
      for (const { identity } of running) process.kill(-identity.pid, 'SIGKILL');
      await Promise.all(running.map(({ ended }) => ended));
      await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    }

    async function buy(count: number): Promise<readonly Expected[]> {
      return Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const coin = COINS[index % COINS.length] ?? 'ETH';
          const client = createGatewayClient(`http://localhost:${apiPort}`);
          const authToken = await client.logIn(desk, `${crypto.randomUUID()}@example.com`);
          const key = generatePrivateKey();
          const address = coin === 'BTC' ? addressOfKey(key.slice(2)) : privateKeyToAccount(key).address;
          const wanted = { getCurrency: coin, address, sendCurrencyAmount: EUROS };
          const orderNo = await orderByCard(client, authToken, wanted);
          await payByCard(client, authToken, orderNo, sandboxPort);
          return { orderNo, coin, address };
        }),
      );
    }

    const bought: Expected[] = [];
    const lost: Record<string, number> = {};
    await start();
    for (let restore = 0; restore < RESTORES; restore++) {
      const mode = MODES[restore % MODES.length] ?? 'both';
      await controls.injectFaults(
        ['stripe', 'kraken'].map((standIn) => ({ standIn, effect: 'answer_late', times: 8, size: 1 + random() * 3 })),
      );
      bought.push(...(await buy(3)));
      await sleep(random() * 4_000);
      await kill();
      await copyDatabase(name, 'kept_database');
      await rm(kept, { recursive: true, force: true });
      await cp(signerFolder, kept, { recursive: true, filter: (path) => !path.endsWith('/lock') });

      await start();
      await sleep(LOST_MS[0] + random() * (LOST_MS[1] - LOST_MS[0]));
      await kill();
      const [{ forms: before }] = (await queryOnce(
        database.url,
        'select count(*)::int as forms from signed_forms',
      )) as [{ forms: number }];
      if (mode !== 'record') await copyDatabase('kept_database', name);
      if (mode !== 'database') {
        await rm(signerFolder, { recursive: true });
        await cp(kept, signerFolder, { recursive: true });
      }
      const [{ forms: after }] = (await queryOnce(database.url, 'select count(*)::int as forms from signed_forms')) as [
        { forms: number },
      ];
      lost[mode] = (lost[mode] ?? 0) + before - after;
      await controls.injectFaults([]);
      await start();
      await expect
        .poll(
          () =>
            queryOnce(
              database.url,
              `select order_no, status, (select conclusion from order_steps s where s.order_id = o.id order by id desc limit 1)
               from orders o where status <> 'delivered' and not ${HELD}`,
            ),
          { timeout: 3 * MINUTE_MS, interval: POLL_MS },
        )
        .toEqual([]);
    }

    for (const { orderNo, coin, address } of bought) {
      const [order] = (await queryOnce(
        database.url,
        `select receive_units::text as units, status = 'delivered' as delivered from orders where order_no = '${orderNo}'`,
      )) as { units: string; delivered: boolean }[];
      const chain = chains.find(({ network }) => network === networkOf(coin));
      if (!chain) throw new Error(`no chain of ${coin}`);
      const balance =
        coin === 'BTC' ? await bitcoinsAt(chain.rpcUrl, address) : await desk.balance(chain.network, coin, address);
      // One that is held was paid in the lost time, or not at all.
      const right = order?.delivered ? [order.units] : [order?.units, '0'];
      expect({ orderNo, coin, right, balance: String(balance) }).toEqual({
        orderNo,
        coin,
        right,
        balance: expect.toBeOneOf(right),
      });
    }
    const [wrong] = await queryOnce(
      database.url,
      `select (select count(*) from (select 1 from ledger_postings group by transaction_id, asset having sum(units) <> 0) o) as off,
         (select count(*) from orders o where status = 'delivered' and (select count(*) from payouts p
            where p.order_id = o.id and p.status not in ('reverted', 'abandoned')) <> 1) as payouts,
         (select count(*) from reconciliation_differences where state = 'open') as differences`,
    );
    expect(wrong).toEqual({ off: '0', payouts: '0', differences: '0' });
    const [{ held }] = (await queryOnce(database.url, `select count(*)::int as held from orders o where ${HELD}`)) as [
      { held: number },
    ];
    await appendFile(
      join(PROJECT_FOLDER, 'PROOFS.md'),
      `| ${RESTORES} restores of generated moments under load (both, the database alone, the signer's record alone), seed ${SEED}: ${bought.length} orders, ${JSON.stringify(lost)} signed forms lost by them | | nothing paid twice, every order delivered or held for a person (${held}), books agree |\n`,
    );
  } finally {
    for (const child of children.toReversed()) await child.stop(8_000);
    await database.stop();
    await cp(join(dataDir, 'logs'), join(PROJECT_FOLDER, 'test-results/logs/restore'), { recursive: true }).catch(
      () => undefined,
    );
    await removeOwnedFolder(dataDir);
  }
});
