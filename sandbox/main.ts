import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { startBank } from './bank/start.ts';
import { deriveAddress } from './chains/bitcoin/bitcoinAddress.ts';
import { evmNetworks } from './chains/localNetworks.ts';
import { type ChainsOptions, startChains } from './chains/start.ts';
import { startCoinbaseOnramp } from './coinbaseOnramp/start.ts';
import { createDeskChains } from './desk/deskChains.ts';
import { openDeskClock } from './desk/deskClock.ts';
import { readSandboxSettings, type SandboxSettings } from './desk/sandboxSettings.ts';
import { startDesk } from './desk/startDesk.ts';
import type { SendCoins } from './exchanges/krakenFunding.ts';
import { startExchanges } from './exchanges/start.ts';
import { startIdentityProvider } from './identityProvider/start.ts';
import { startMail } from './mail/start.ts';
import { startMoonpay } from './moonpay/start.ts';
import { startRamp } from './ramp/start.ts';
import { startRates } from './rates/start.ts';
import { startSanctions } from './sanctions/start.ts';
import { writeShopSeed } from './shop/shopSeed.ts';
import { startShop } from './shop/start.ts';
import { startStripe } from './stripe/start.ts';
import { startSumsub } from './sumsub/start.ts';
import { startTransak } from './transak/start.ts';
import { credentials } from './world/credentials.ts';
import { createFaults } from './world/faults.ts';
import { assignSandboxPorts } from './world/ports.ts';
import type { World } from './world/standIn.ts';

type Stoppable = { stop(): Promise<void> };

type RunningSandbox = Stoppable & { readonly deskUrl: string };

/** Starts all stand-ins in parallel, then the desk. Stops everything already started before it throws. */
async function startSandbox(settings: SandboxSettings): Promise<RunningSandbox> {
  const started: Stoppable[] = [];
  const stop = async () => {
    await Promise.all(started.splice(0).map((part) => part.stop()));
  };
  try {
    return { deskUrl: await startStandIns(settings, started), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startStandIns(settings: SandboxSettings, started: Stoppable[]): Promise<string> {
  mkdirSync(settings.dataDir, { recursive: true });
  const ports = assignSandboxPorts(settings.port);
  writeShopSeed(join(settings.dataDir, 'seeds'), ports.shop);
  const clock = await openDeskClock(settings.dataDir, settings.databaseUrl);
  const shared = { clock, faults: createFaults(), productUrl: settings.productUrl };
  const createWorld = (name: string): World => ({ ...shared, dataDir: join(settings.dataDir, name) });

  const track = async <Part extends Stoppable>(starting: Promise<Part>): Promise<Part> => {
    const part = await starting;
    started.push(part);
    return part;
  };
  const startingChains = track(startChains(createWorld('chains'), ports, buildChainsOptions(settings.blockSeconds)));
  const send: SendCoins = async ({ network, symbol, address, amount }) =>
    (await startingChains).pay(network, symbol, address, amount);
  const starting = [
    track(startStripe(createWorld('stripe'), ports.stripe)),
    track(startSumsub(createWorld('sumsub'), ports.sumsub)),
    track(
      startExchanges(createWorld('exchanges'), ports, {
        send,
        wallets: listTreasuryAddresses(),
        krakenTier: settings.krakenTier,
      }),
    ),
    track(startRates(createWorld('rates'), ports.rates)),
    track(startMail(createWorld('mail'), ports.smtp)),
    startingChains,
    track(startSanctions(createWorld('sanctions'), ports.sanctions)),
    track(startMoonpay(createWorld('moonpay'), ports.moonpay, send)),
    track(startRamp(createWorld('ramp'), ports.ramp, send)),
    track(startTransak(createWorld('transak'), ports.transak, send)),
    track(startCoinbaseOnramp(createWorld('coinbaseOnramp'), ports.coinbaseOnramp, send)),
    track(
      startBank(createWorld('bank'), {
        filesFolder: join(settings.dataDir, 'bank-files'),
        receivedFolder: join(settings.dataDir, 'bank-received'),
      }),
    ),
    track(startIdentityProvider(createWorld('identityProvider'), ports.identityProvider)),
    track(startShop(settings.productUrl, ports.shop)),
  ] as const;
  // Waits for all starts before it reports the first error, so that everything can be stopped.
  await Promise.allSettled(starting);
  const [
    stripe,
    identity,
    exchanges,
    rates,
    mail,
    chains,
    sanctions,
    moonpay,
    ramp,
    transak,
    coinbaseOnramp,
    bank,
    identityProvider,
  ] = await Promise.all(starting);

  const desk = await startDesk(
    {
      productUrl: settings.productUrl,
      shopUrl: `http://localhost:${ports.shop}`,
      clock,
      faults: shared.faults,
      mail,
      identity,
      bank,
      chains: createDeskChains(chains),
      market: exchanges.market,
      sanctions,
      standIns: [
        stripe,
        identity,
        exchanges,
        rates,
        mail,
        chains,
        sanctions,
        moonpay,
        ramp,
        transak,
        coinbaseOnramp,
        identityProvider,
      ],
    },
    ports.desk,
  );
  started.push(desk);
  return desk.url;
}

/** Returns the treasury's addresses by network. */
function listTreasuryAddresses(): Readonly<Record<string, string>> {
  const { evmPrivateKey, bitcoinPrivateKey } = credentials.treasury;
  const { address } = privateKeyToAccount(evmPrivateKey);
  return {
    bitcoin: deriveAddress(bitcoinPrivateKey),
    ...Object.fromEntries(evmNetworks.map((network) => [network, address])),
  };
}

function buildChainsOptions(seconds: number | undefined): ChainsOptions {
  const pace = seconds === undefined ? {} : { blockSeconds: { bitcoin: seconds, evm: seconds } };
  return { ...pace, isTreasuryFunded: true };
}

/** Returns one line for the user: the fault and its remedy. */
function explainError(error: unknown): string {
  const fault = error as NodeJS.ErrnoException & { port?: number };
  if (fault.code === 'EADDRINUSE') {
    return `port ${fault.port ?? 'of the sandbox'} is in use: stop the other program or set SANDBOX_PORT`;
  }
  if (fault.code === 'ENOENT') return `a file is missing: ${fault.path ?? fault.message}`;
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

function fail(error: unknown): never {
  process.stderr.write(`The sandbox cannot run: ${explainError(error)}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const running = startSandbox(readSandboxSettings(process.env));
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      running.then(({ stop }) => stop()).then(() => process.exit(0), fail);
    });
  }
  const { deskUrl } = await running;
  if (!stopping) process.stdout.write(`${JSON.stringify({ ready: true, desk: deskUrl })}\n`);
}

main().catch(fail);
