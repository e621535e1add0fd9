import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, expect, test } from 'vitest';
import { deriveAddress } from '../../sandbox/chains/bitcoin/bitcoinAddress.ts';
import type { Funding } from '../../sandbox/chains/faucet.ts';
import { generateCredentials } from '../../sandbox/world/generateCredentials.ts';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { SANDBOX_PORT_COUNT } from '../../tools/start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../../tools/temporary/ownedFolder.ts';
import { createCardToken, placeFirstCardOrder, readStatusAcceptingRequote } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { startStandIns } from '../image/standIns.ts';
import { waitUntil } from '../image/waitUntil.ts';
import { createSandboxClient } from '../sandboxClient.ts';
import { findFreePorts } from '../startWorld.ts';
import { expectConfined, expectOnlyAllowedConnections, expectOwnSecrets } from './confinement.ts';
import { inspectContainers, PROBE } from './containers.ts';
import {
  createTreasury,
  ethereumUrl,
  setVariables,
  writeExampleOverride,
  writeStandInOverride,
  writeVendorSecrets,
} from './installationFolder.ts';
import { readInstallingSteps } from './readInstallingSteps.ts';
import { createShell } from './shell.ts';
import { relayStandIns } from './standInRelay.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const MINUTE_MS = 60_000;
const PUBLIC_URL = 'https://localhost';
const { NODE_IMAGE, POSTGRES_IMAGE, CADDY_IMAGE } = process.env;

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
}, 3 * MINUTE_MS);

/** The images that replace official ones, by variable. */
const images = Object.fromEntries(
  Object.entries({ POSTGRES_IMAGE, CADDY_IMAGE }).flatMap(([name, image]) =>
    image === undefined ? [] : [[name, image]],
  ),
);

const READY = {
  database: true,
  configuration: true,
  prices: true,
  responsive: true,
  stopping: false,
  vendors: { stripe: 'passed', sumsub: 'passed' },
};

test.skipIf(process.env['PROVE_ENGINE'] === undefined)(
  'the Compose commands of docs/installing.md start confined processes that sell, also after the worker is killed',
  { timeout: 20 * MINUTE_MS },
  async () => {
    const place = await prepareFolder();
    const { folder, shell } = place;
    const [build = '', prepare = '', start = '', operate = ''] = readInstallingSteps('As containers');
    const vendors = await startVendors(place);

    const begun = performance.now();
    await shell(
      build.replace('docker build', `docker build ${NODE_IMAGE ? `--build-arg NODE_IMAGE=${NODE_IMAGE}` : ''}`),
    );
    const buildSeconds = secondsSince(begun);
    await configureInstallation(place, vendors);
    stops.push(() => shell('docker compose down --volumes --timeout 5'));
    const [, address] = /"treasuryAddress":"(0x\w+)"/.exec(await shell(prepare)) ?? [];
    expect(address).toBe(vendors.credentials.treasury.evmAddress);
    await setVariables(folder, { EVM_TREASURY_ADDRESS: vendors.credentials.treasury.evmAddress });
    expect(await shell(operate)).toContain('anna');
    await shell(operate.replace(/persons\n$/, await findTopUpCommand(vendors.desk.url, 'ethereum', 'ETH')));
    const started = performance.now();
    const ready = (await shell(start)).trim().split('\n').at(-1) ?? '';
    const readySeconds = secondsSince(started);
    expect(JSON.parse(ready)).toEqual(READY);

    await expectConfined(shell);
    await expectOwnSecrets(shell, folder);
    await expectOnlyAllowedConnections(shell, vendors);
    const deliveredSeconds = await buyWhileWorkerIsKilled(place, vendors);
    // The proxy must connect from an address of TRUSTED_PROXIES; otherwise all buyers would count as one client.
    const log = await shell('docker compose logs --no-color api');
    expect(log).toContain('Server listening');
    expect(log).not.toContain('is not believed');

    await buyWithExamples(place, vendors, operate);
    await shell('docker compose stop');
    const ended = Object.entries(await inspectContainers(shell)).map(
      ([name, { State }]) => [name, State.ExitCode] as const,
    );
    expect(Object.fromEntries(ended)).toEqual({
      api: 0,
      console: 0,
      migrate: 0,
      postgres: 0,
      proxy: 0,
      signer: 0,
      worker: 0,
    });
    const versions = await shell(`docker version --format '{{.Server.Version}}' && docker compose version --short`);
    const standIns = Object.values({ ...(NODE_IMAGE ? { NODE_IMAGE } : {}), ...images });
    recordProof('Installation with Docker Compose', {
      figures: `docs/installing.md typed line by line: image built in ${buildSeconds} s, all services healthy after ${readySeconds} s, a worker killed after a card payment and restarted, delivered ${deliveredSeconds} s after payment; two api processes and Bitcoin with compose.override.example.yaml`,
      result: `all processes ended with status 0; Docker and Compose ${versions.trim().replace('\n', ' and ')}${standIns.length > 0 ? `, on ${standIns.join(', ')}` : ''}`,
    });
  },
);

/** Copies the repository's files, as an operator would have them. Returns the folder, and a shell in it. */
async function prepareFolder() {
  const dataDir = await createOwnedFolder('slipway-compose-');
  stops.push(() => removeOwnedFolder(dataDir));
  await chmod(dataDir, 0o755);
  const folder = join(dataDir, 'slipway');
  for (const each of [folder, join(dataDir, 'logs')]) await mkdir(each);
  const findHome = (person: string) => join(dataDir, 'homes', person);
  const shell = createShell(folder, {
    ...process.env,
    COMPOSE_PROJECT_NAME: 'slipway-proof',
    HOME: findHome('anna'),
    PROBE,
  });
  const files = 'git ls-files -z --cached --others --exclude-standard';
  await shell(`cd ${PROJECT} && ${files} | tar --null -T - -cf - | tar -C ${folder} -xf -`);
  return { dataDir, folder, homeOf: findHome, shell };
}
type ComposeFolder = Awaited<ReturnType<typeof prepareFolder>>;

/** Starts the stand-ins on this machine; containers reach them at `machine`. */
async function startVendors({ dataDir, shell }: ComposeFolder) {
  const credentials = generateCredentials();
  const sandboxPort = await findFreePorts(SANDBOX_PORT_COUNT);
  const credentialsFile = join(dataDir, 'credentials.json');
  await writeFile(credentialsFile, JSON.stringify(credentials));
  const sandbox = await startStandIns({
    sandboxPort,
    dataDir,
    logFile: join(dataDir, 'logs', 'sandbox.log'),
    // The stand-ins send webhooks before they could know the CA of the proxy's certificate.
    environment: { PRODUCT_URL: PUBLIC_URL, SANDBOX_CREDENTIALS: credentialsFile, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  });
  stops.push(() => sandbox.stop(10_000));
  const machine = (await shell(`docker network inspect bridge --format '{{(index .IPAM.Config 0).Gateway}}'`)).trim();
  const ports = Array.from({ length: SANDBOX_PORT_COUNT }, (_, index) => sandboxPort + index);
  const relay = await relayStandIns(machine, ports);
  stops.push(() => relay.stop());
  return { credentials, sandboxPort, machine, desk: createSandboxClient(`http://localhost:${sandboxPort}`) };
}
type Vendors = Awaited<ReturnType<typeof startVendors>>;

/** Performs the steps between the documented commands: vendors' secrets, treasury keys, two people's keys, and .env. */
async function configureInstallation(
  { dataDir, folder, homeOf, shell }: ComposeFolder,
  { credentials, sandboxPort }: Vendors,
): Promise<void> {
  await writeVendorSecrets(folder, credentials, sandboxPort);
  await shell('deploy/compose/makeSecrets.sh');
  const treasury = join(dataDir, 'treasury');
  await createTreasury(shell, treasury, credentials);
  const keys = [];
  for (const person of ['anna', 'ben']) {
    const output = await shell(
      `HOME=${homeOf(person)} ${process.execPath} ${PROJECT}/server/operate.ts key new ${person}`,
    );
    keys.push(output.trim().split('\n').at(-1));
  }
  await setVariables(folder, {
    ...images,
    PUBLIC_URL,
    CONSOLE_URL: 'https://console.localhost',
    CONSOLE_FROM: '172.30.1.0/24',
    OPERATOR_ROOT_KEYS: keys.join(','),
    STRIPE_PUBLISHABLE_KEY: credentials.stripe.publishableKey,
    SUMSUB_LEVEL: credentials.sumsub.level,
    ETHEREUM_RPC_URL: ethereumUrl(sandboxPort),
    TREASURY_FOLDER: treasury,
  });
  await writeStandInOverride(folder, sandboxPort);
}

/** Returns the command that books the coins which the stand-ins sent to the treasury. */
async function findTopUpCommand(deskUrl: string, network: string, symbol: string): Promise<string> {
  const fundings = (await (await fetch(`${deskUrl}/api/fundings`)).json()) as readonly Funding[];
  const funding = fundings.find((one) => one.network === network && one.symbol === symbol);
  return `top-up ${symbol} ${funding?.transactionId} --from owner --why "the first coins"`;
}

/** Adds compose.override.example.yaml (Bitcoin, two api processes, a console marked as a test), and buys bitcoin. */
async function buyWithExamples(
  place: ComposeFolder,
  { credentials, sandboxPort, desk }: Vendors,
  operate: string,
): Promise<void> {
  const { folder, shell } = place;
  const examples = `export COMPOSE_FILE=${await writeExampleOverride(folder, credentials, sandboxPort)}\n`;
  await shell('deploy/compose/makeSecrets.sh');
  await shell(`${examples}docker compose up --detach --wait`);
  const services = (await shell(`${examples}docker compose config --services`)).trim().split('\n').toSorted();
  expect(services).toEqual(['api', 'console', 'migrate', 'signer', 'worker']);
  const healthy = await shell(`${examples}docker compose ps --format '{{.Service}} {{.Health}}'`);
  expect(healthy.match(/^api healthy$/gm)).toHaveLength(2);
  expect(healthy.match(/^(?:worker|signer|console) healthy$/gm)).toHaveLength(3);
  expect(await shell(`${examples}docker compose exec console printenv CONSOLE_MODE`)).toBe('test\n');
  await shell(examples + operate.replace(/persons\n$/, await findTopUpCommand(desk.url, 'bitcoin', 'BTC')));

  const client = createGatewayClient(PUBLIC_URL);
  const authToken = await client.logIn(desk, 'examples@example.com');
  const address = deriveAddress(randomBytes(32).toString('hex'));
  const orderNo = await placeFirstCardOrder(client, authToken, { getCurrency: 'BTC', address });
  const confirmationToken = await createCardToken(sandboxPort, credentials.stripe);
  await client.data('payOrder', { orderNo, submissionId: crypto.randomUUID(), confirmationToken, authToken });
  await waitUntil(
    'the bitcoins',
    async () => (await readStatusAcceptingRequote(client, authToken, orderNo)) === 'delivered',
  );
  expect(await desk.balance('bitcoin', 'BTC', address)).toBeGreaterThan(0n);
}

/** Buys by card through the proxy while the worker is killed. Returns the seconds from payment to delivery. */
async function buyWhileWorkerIsKilled(
  { dataDir, shell }: ComposeFolder,
  { credentials, sandboxPort, desk }: Vendors,
): Promise<string> {
  await shell(`docker compose cp proxy:/data/caddy/pki/authorities/local/root.crt ${dataDir}/root.crt`);
  setDefaultCACertificates([...rootCertificates, await readFile(join(dataDir, 'root.crt'), 'utf8')]);
  const client = createGatewayClient(PUBLIC_URL);
  const authToken = await client.logIn(desk, 'compose@example.com');
  const buyer = privateKeyToAccount(generatePrivateKey()).address;
  const orderNo = await placeFirstCardOrder(client, authToken, { getCurrency: 'ETH', address: buyer });
  const confirmationToken = await createCardToken(sandboxPort, credentials.stripe);
  const paid = performance.now();
  await client.data('payOrder', { orderNo, submissionId: crypto.randomUUID(), confirmationToken, authToken });
  const { worker } = await inspectContainers(shell);
  if (!worker) throw new Error('Compose has no container of the worker.');
  process.kill(worker.State.Pid, 'SIGKILL');
  await waitUntil(
    'the delivery',
    async () => (await readStatusAcceptingRequote(client, authToken, orderNo)) === 'delivered',
  );
  const delivered = secondsSince(paid);
  expect(await desk.balance('ethereum', 'ETH', buyer)).toBeGreaterThan(0n);
  await waitUntil('the worker, started again', async () => {
    const again = (await inspectContainers(shell))['worker'];
    return again?.RestartCount === 1 && again.State.Health?.Status === 'healthy';
  });
  return delivered;
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(0);
}
