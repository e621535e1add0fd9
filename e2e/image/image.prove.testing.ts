import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, expect, test } from 'vitest';
import {
  apiEnvironment,
  consoleEnvironment,
  productEnvironment,
  signerEnvironment,
} from '../../sandbox/productEnvironment.ts';
import { startEmbeddedPostgres } from '../../tools/postgres/embeddedPostgres.ts';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { isUrlAnswering } from '../../tools/start/builtProduct.ts';
import { readLog } from '../../tools/start/childProcess.ts';
import { enableRoleLogins } from '../../tools/start/openRunDatabase.ts';
import { requestTopUps } from '../../tools/start/requestTopUps.ts';
import { roleUrl } from '../../tools/start/roleUrl.ts';
import { SANDBOX_PORT_COUNT } from '../../tools/start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../../tools/temporary/ownedFolder.ts';
import { payByCard, placeFirstCardOrder, readStatusAcceptingRequote } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { createSandboxClient } from '../sandboxClient.ts';
import { findFreePorts } from '../startWorld.ts';
import { prepareVolumes, startInImage } from './imageProcess.ts';
import { startStandIns } from './standIns.ts';
import { waitUntil } from './waitUntil.ts';

/** Root folder of the image's file system, which deploy/image/withoutEngine.sh creates. */
const root = process.env['PROVE_IMAGE'];
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const SEEDS = join(PROJECT, 'sandbox/configuration');
const MINUTE_MS = 60_000;

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
}, MINUTE_MS);

test.skipIf(root === undefined)(
  'the processes from the image run unprivileged and read-only, sell by card and serve the console',
  { timeout: 6 * MINUTE_MS },
  async () => {
    const image = String(root);
    const begun = performance.now();
    const dataDir = await createOwnedFolder('slipway-image-');
    stops.push(() => removeOwnedFolder(dataDir));
    await chmod(dataDir, 0o755);
    const logs = join(dataDir, 'logs');
    await mkdir(logs, { recursive: true });
    const port = await findFreePorts(SANDBOX_PORT_COUNT + 2);
    const consolePort = port + SANDBOX_PORT_COUNT + 1;
    const sandboxPort = port + 1;
    const database = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), durable: false });
    stops.push(() => database.stop());
    const volumes = await prepareVolumes(join(dataDir, 'volumes'), SEEDS);
    const start = (role: string, variables: Readonly<Record<string, string | undefined>>) => {
      const started = startInImage(image, role, volumes, variables, join(logs, `${role}.log`));
      if (role !== 'migrate') stops.push(started.stop);
      return started;
    };

    const seeds = { CONFIGURATION_SEEDS: '/etc/slipway' };
    const migrated = await start('migrate', { ...seeds, DATABASE_URL: database.url }).ended;
    expect(migrated, readLog(join(logs, 'migrate.log'))).toBe(0);
    await enableRoleLogins({
      url: database.url,
      getUrl: (role) => roleUrl(database.url, role),
      stop: async () => undefined,
    });

    const sandbox = await startStandIns({
      sandboxPort,
      dataDir,
      logFile: join(logs, 'sandbox.log'),
      environment: { PORT: String(port), DATABASE_URL: database.url },
    });
    stops.push(() => sandbox.stop(10_000));

    const shared = {
      ...productEnvironment({
        sandboxPort,
        productPort: port,
        bankFilesFolder: '/var/lib/slipway/bank-files',
        bankReceivedFolder: '/var/lib/slipway/bank-received',
      }),
      ...seeds,
      SLIPWAY_SANDBOX: '1',
      RATE_LIMITS: 'off',
      PORT: String(port),
    };
    const SIGNER_SOCKET = '/run/slipway/signer.socket';
    const deskUrl = `http://localhost:${sandboxPort}`;
    await requestTopUps({ databaseUrl: roleUrl(database.url, 'operator'), deskUrl, isOn: () => true });
    const processes = [
      start('signer', {
        ...signerEnvironment(shared, { socket: SIGNER_SOCKET, folder: '/var/lib/slipway-signer' }),
        DATABASE_URL: roleUrl(database.url, 'signer'),
        SLIPWAY_SANDBOX: '1',
      }),
      start('worker', {
        ...shared,
        SIGNER_SOCKET,
        DATABASE_URL: roleUrl(database.url, 'worker'),
        CLERK_DATABASE_URL: roleUrl(database.url, 'clerk'),
      }),
      start('api', { ...apiEnvironment(shared), DATABASE_URL: roleUrl(database.url, 'api') }),
      start('console', {
        ...consoleEnvironment(shared, { port: consolePort, keysFolder: '' }),
        OPERATOR_KEYS_FOLDER: undefined,
        SLIPWAY_SANDBOX: '1',
        DATABASE_URL: roleUrl(database.url, 'operator'),
      }),
    ];
    const origin = `http://127.0.0.1:${port}`;
    const failed = Promise.race(processes.map(({ ended }) => ended)).then((status) => {
      throw new Error(
        `a process ended with status ${status}: ${['signer', 'worker', 'api', 'console'].map((role) => readLog(join(logs, `${role}.log`)).slice(-1500)).join('\n')}`,
      );
    });
    failed.catch(() => undefined);
    await Promise.race([waitUntil('readiness', () => isUrlAnswering(`${origin}/readyz`)), failed]);
    const consoleOrigin = `http://localhost:${consolePort}`;
    await Promise.race([waitUntil('the console', () => isUrlAnswering(`${consoleOrigin}/readyz`)), failed]);
    const startedMs = performance.now() - begun;
    const page = await (await fetch(`${consoleOrigin}/console/`)).text();
    const [, script = ''] = / src="(\/console\/[^"]+\.js)"/.exec(page) ?? [];
    expect((await fetch(consoleOrigin + script)).status).toBe(200);
    // The call has no session, so the console refuses it.
    const refused = await fetch(`${consoleOrigin}/gateway/console/today`, {
      method: 'POST',
      headers: { origin: consoleOrigin, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await refused.json()).toMatchObject({ data: { error: 'console_left' } });

    const sharedSecret = `${Object.entries(shared).find(([name]) => name === 'SLIPWAY_SECRET')?.[1]}`;
    expect(sharedSecret.length).toBeGreaterThan(31);
    for (const { pid } of processes) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\t1000[12]\t1000[12]\t/m);
      expect(status).toMatch(/^CapEff:\t0+$/m);
      const mounts = await readFile(`/proc/${pid}/mounts`, 'utf8');
      expect(mounts.split('\n').find((line) => line.split(' ')[1] === '/')).toMatch(/ ro[, ]/);
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
      expect(environment).not.toContain(sharedSecret);
    }

    const client = createGatewayClient(origin);
    const desk = createSandboxClient(deskUrl);
    const authToken = await client.logIn(desk, 'image@example.com');
    const { address } = privateKeyToAccount(generatePrivateKey());
    const orderNo = await placeFirstCardOrder(client, authToken, { getCurrency: 'ETH', address });
    const paid = performance.now();
    await payByCard(client, authToken, orderNo, sandboxPort);
    await waitUntil(
      'the delivery',
      async () => (await readStatusAcceptingRequote(client, authToken, orderNo)) === 'delivered',
    );
    expect(await desk.balance('ethereum', 'ETH', address)).toBeGreaterThan(0n);
    const seconds = (ms: number) => (ms / 1000).toFixed(0);
    recordProof('Container image without an engine', {
      figures: `all processes from the image's file system, read only, unprivileged users, secrets in files: ready after ${seconds(startedMs)} s, a card purchase delivered ${seconds(performance.now() - paid)} s after payment`,
      result: 'delivered; mount and chroot, no container engine',
    });
  },
);
