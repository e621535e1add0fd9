import { randomBytes } from 'node:crypto';
import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, expect, test } from 'vitest';
import { addressOfKey } from '../../sandbox/chains/bitcoinAddress.ts';
import type { Funding } from '../../sandbox/chains/faucet.ts';
import { drawCredentials } from '../../sandbox/world/drawCredentials.ts';
import { SANDBOX_PORT_COUNT } from '../../tools/start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../../tools/temporary/ownedFolder.ts';
import { agreedStatus, newCardToken, orderByCard } from '../cardPurchase.ts';
import { createDesk } from '../desk.ts';
import { createGatewayClient } from '../gatewayClient.ts';
import { startStandIns } from '../image/standIns.ts';
import { until } from '../image/until.ts';
import { findFreePorts } from '../startWorld.ts';
import { expectAloneReached, expectConfined, expectOwnSecrets } from './confinement.ts';
import { containersOf, PROBE } from './containers.ts';
import { installingSteps } from './installingSteps.ts';
import { ethereumUrl, layExamples, layOverride, laySecretsOfVendors, layTreasury, settle } from './operatorsFolder.ts';
import { shellIn } from './shell.ts';
import { relayStandIns } from './standInRelay.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const MINUTE_MS = 60_000;
const PUBLIC_URL = 'https://localhost';
const { NODE_IMAGE, POSTGRES_IMAGE, CADDY_IMAGE } = process.env;

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
}, 3 * MINUTE_MS);

/** Only images that stand in for the official ones are named. */
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
  'what docs/installing.md says about Compose, typed as it stands there, sells',
  { timeout: 20 * MINUTE_MS },
  async () => {
    const place = await layFolder();
    const { folder, shell } = place;
    const [build = '', prepare = '', start = '', operate = ''] = installingSteps('As containers');
    const vendors = await startVendors(place);

    const begun = performance.now();
    await shell(
      build.replace('docker build', `docker build ${NODE_IMAGE ? `--build-arg NODE_IMAGE=${NODE_IMAGE}` : ''}`),
    );
    const buildSeconds = secondsSince(begun);
    await settleAll(place, vendors);
    stops.push(() => shell('docker compose down --volumes --timeout 5'));
    const [, address] = /"treasuryAddress":"(0x\w+)"/.exec(await shell(prepare)) ?? [];
    expect(address).toBe(vendors.own.treasury.evmAddress);
    await settle(folder, { EVM_TREASURY_ADDRESS: vendors.own.treasury.evmAddress });
    expect(await shell(operate)).toContain('anna');
    await shell(operate.replace(/persons\n$/, await topUpOf(vendors.desk.url, 'ethereum', 'ETH')));
    const started = performance.now();
    const ready = (await shell(start)).trim().split('\n').at(-1) ?? '';
    const readySeconds = secondsSince(started);
    expect(JSON.parse(ready)).toEqual(READY);

    await expectConfined(shell);
    await expectOwnSecrets(shell, folder);
    await expectAloneReached(shell, vendors);
    const deliveredSeconds = await buyWhileWorkerIsKilled(place, vendors);
    // Else all buyers would count as one: the proxy has to come from an address of TRUSTED_PROXIES.
    const log = await shell('docker compose logs --no-color api');
    expect(log).toContain('Server listening');
    expect(log).not.toContain('is not believed');

    await buyWithExamples(place, vendors, operate);
    await shell('docker compose stop');
    const ended = Object.entries(await containersOf(shell)).map(([name, { State }]) => [name, State.ExitCode] as const);
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
    await appendFile(
      join(PROJECT, 'PROOFS.md'),
      `| docs/installing.md typed line by line: the image built in ${buildSeconds} s, every service healthy after ${readySeconds} s, read only, users 10001 and 10002 without capabilities, secrets in files, database and signer out of reach of the proxy's networks; a worker killed after a payment by card started again by the engine, delivered ${deliveredSeconds} s after payment; with compose.override.example.yaml two api processes and bitcoins; all ended with 0 | | Docker and Compose ${versions.trim().replace('\n', ' and ')}${standIns.length > 0 ? `, on ${standIns.join(', ')}` : ''} |\n`,
    );
  },
);

/** A copy of these files, as an operator has them. */
async function layFolder() {
  const dataDir = await createOwnedFolder('slipway-compose-');
  stops.push(() => removeOwnedFolder(dataDir));
  await chmod(dataDir, 0o755);
  const folder = join(dataDir, 'slipway');
  for (const each of [folder, join(dataDir, 'logs')]) await mkdir(each);
  const homeOf = (person: string) => join(dataDir, 'homes', person);
  const shell = shellIn(folder, {
    ...process.env,
    COMPOSE_PROJECT_NAME: 'slipway-proof',
    HOME: homeOf('anna'),
    PROBE,
  });
  const files = 'git ls-files -z --cached --others --exclude-standard';
  await shell(`cd ${PROJECT} && ${files} | tar --null -T - -cf - | tar -C ${folder} -xf -`);
  return { dataDir, folder, homeOf, shell };
}
type Place = Awaited<ReturnType<typeof layFolder>>;

/** On this machine, and reached by containers at `machine`. */
async function startVendors({ dataDir, shell }: Place) {
  const own = drawCredentials();
  const sandboxPort = await findFreePorts(SANDBOX_PORT_COUNT);
  const credentialsFile = join(dataDir, 'credentials.json');
  await writeFile(credentialsFile, JSON.stringify(own));
  const sandbox = await startStandIns({
    sandboxPort,
    dataDir,
    logFile: join(dataDir, 'logs', 'sandbox.log'),
    // Its webhooks come before anybody knows the authority of the proxy's certificate.
    environment: { PRODUCT_URL: PUBLIC_URL, SANDBOX_CREDENTIALS: credentialsFile, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  });
  stops.push(() => sandbox.stop(10_000));
  const machine = (await shell(`docker network inspect bridge --format '{{(index .IPAM.Config 0).Gateway}}'`)).trim();
  const ports = Array.from({ length: SANDBOX_PORT_COUNT }, (_, index) => sandboxPort + index);
  const relay = await relayStandIns(machine, ports);
  stops.push(() => relay.stop());
  return { own, sandboxPort, machine, desk: createDesk(`http://localhost:${sandboxPort}`) };
}
type Vendors = Awaited<ReturnType<typeof startVendors>>;

/** What stands between the blocks of lines: secrets, the treasury's keys, two persons' keys, and .env. */
async function settleAll({ dataDir, folder, homeOf, shell }: Place, { own, sandboxPort }: Vendors): Promise<void> {
  await laySecretsOfVendors(folder, own, sandboxPort);
  await shell('deploy/compose/makeSecrets.sh');
  const treasury = join(dataDir, 'treasury');
  await layTreasury(shell, treasury, own);
  const keys = [];
  for (const person of ['anna', 'ben']) {
    const said = await shell(
      `HOME=${homeOf(person)} ${process.execPath} ${PROJECT}/server/operate.ts key new ${person}`,
    );
    keys.push(said.trim().split('\n').at(-1));
  }
  await settle(folder, {
    ...images,
    PUBLIC_URL,
    CONSOLE_URL: 'https://console.localhost',
    CONSOLE_FROM: '172.30.1.0/24',
    OPERATOR_ROOT_KEYS: keys.join(','),
    STRIPE_PUBLISHABLE_KEY: own.stripe.publishableKey,
    SUMSUB_LEVEL: own.sumsub.level,
    ETHEREUM_RPC_URL: ethereumUrl(sandboxPort),
    TREASURY_FOLDER: treasury,
  });
  await layOverride(folder, sandboxPort);
}

/** The words that book the coins which the stand-ins have sent to the treasury. */
async function topUpOf(deskUrl: string, network: string, symbol: string): Promise<string> {
  const fundings = (await (await fetch(`${deskUrl}/api/fundings`)).json()) as readonly Funding[];
  const funding = fundings.find((one) => one.network === network && one.symbol === symbol);
  return `top-up ${symbol} ${funding?.transactionId} --from owner --why "the first coins"`;
}

/** What compose.override.example.yaml adds: bitcoins by two processes of the api, a console that looks like a test. */
async function buyWithExamples(place: Place, { own, sandboxPort, desk }: Vendors, operate: string): Promise<void> {
  const { folder, shell } = place;
  const examples = `export COMPOSE_FILE=${await layExamples(folder, own, sandboxPort)}\n`;
  await shell('deploy/compose/makeSecrets.sh');
  await shell(`${examples}docker compose up --detach --wait`);
  const services = (await shell(`${examples}docker compose config --services`)).trim().split('\n').toSorted();
  expect(services).toEqual(['api', 'console', 'migrate', 'signer', 'worker']);
  const healthy = await shell(`${examples}docker compose ps --format '{{.Service}} {{.Health}}'`);
  expect(healthy.match(/^api healthy$/gm)).toHaveLength(2);
  expect(healthy.match(/^(?:worker|signer|console) healthy$/gm)).toHaveLength(3);
  expect(await shell(`${examples}docker compose exec console printenv CONSOLE_MODE`)).toBe('test\n');
  await shell(examples + operate.replace(/persons\n$/, await topUpOf(desk.url, 'bitcoin', 'BTC')));

  const client = createGatewayClient(PUBLIC_URL);
  const authToken = await client.logIn(desk, 'examples@example.com');
  const address = addressOfKey(randomBytes(32).toString('hex'));
  const orderNo = await orderByCard(client, authToken, { getCurrency: 'BTC', address });
  const confirmationToken = await newCardToken(sandboxPort, own.stripe);
  await client.data('payOrder', { orderNo, submissionId: crypto.randomUUID(), confirmationToken, authToken });
  await until('the bitcoins', async () => (await agreedStatus(client, authToken, orderNo)) === 'delivered');
  expect(await desk.balance('bitcoin', 'BTC', address)).toBeGreaterThan(0n);
}

/** By card, through the proxy. Gives the seconds from payment to delivery. */
async function buyWhileWorkerIsKilled({ dataDir, shell }: Place, { own, sandboxPort, desk }: Vendors): Promise<string> {
  await shell(`docker compose cp proxy:/data/caddy/pki/authorities/local/root.crt ${dataDir}/root.crt`);
  setDefaultCACertificates([...rootCertificates, await readFile(join(dataDir, 'root.crt'), 'utf8')]);
  const client = createGatewayClient(PUBLIC_URL);
  const authToken = await client.logIn(desk, 'compose@example.com');
  const buyer = privateKeyToAccount(generatePrivateKey()).address;
  const orderNo = await orderByCard(client, authToken, { getCurrency: 'ETH', address: buyer });
  const confirmationToken = await newCardToken(sandboxPort, own.stripe);
  const paid = performance.now();
  await client.data('payOrder', { orderNo, submissionId: crypto.randomUUID(), confirmationToken, authToken });
  const { worker } = await containersOf(shell);
  if (!worker) throw new Error('Compose has made no worker.');
  process.kill(worker.State.Pid, 'SIGKILL');
  await until('the delivery', async () => (await agreedStatus(client, authToken, orderNo)) === 'delivered');
  const delivered = secondsSince(paid);
  expect(await desk.balance('ethereum', 'ETH', buyer)).toBeGreaterThan(0n);
  await until('the worker, started again', async () => {
    const again = (await containersOf(shell))['worker'];
    return again?.RestartCount === 1 && again.State.Health?.Status === 'healthy';
  });
  return delivered;
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(0);
}
