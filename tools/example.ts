import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { installPackages } from './example/installPackages.ts';
import { type PartnerVariables, registerPartner } from './example/registerPartner.ts';
import { formatErrorLine, OperatorError } from './start/operatorError.ts';
import { childPath } from './start/requireSandboxPrograms.ts';
import { readRunPorts } from './start/runFile.ts';
import { printErrorLine, printLine } from './start/terminal.ts';

const PROJECT_FOLDER = resolve(import.meta.dirname, '..');
const FIRST_PORT = 3000;
/** Lets Node use the packages of this clone from their sources. */
const FROM_SOURCES = '--conditions=slipway-source';

/** A partner of the sandbox. Its pages and its webhook endpoint are at these offsets from the first port. */
type Partner = { readonly id: string; readonly pages: readonly number[]; readonly webhooks: number };
const site: Partner = { id: 'example-site', pages: [0, 1], webhooks: 2 };
const merchant: Partner = { id: 'example-merchant', pages: [3], webhooks: 3 };

type Example = {
  /** The variables that the example reads. It gets no others, so that one example's keys never reach another one's page. */
  readonly reads: readonly (keyof Variables)[];
  readonly partner?: Partner;
  /** Offset from the first port. */
  readonly port?: number;
};

const SIGNED_CALLS = ['SLIPWAY_URL', 'SLIPWAY_KEY', 'SLIPWAY_PRIVATE_KEY'] as const;
const examples: Readonly<Record<string, Example>> = {
  nextjs: { reads: [...SIGNED_CALLS, 'SLIPWAY_PARTNER', 'PORT'], partner: site, port: 0 },
  html: { reads: ['SLIPWAY_URL', 'PORT'], partner: site, port: 1 },
  'webhook-receiver': {
    reads: ['SLIPWAY_URL', 'SLIPWAY_KEY', 'SLIPWAY_WEBHOOK_SECRET', 'PORT', 'STATE_FOLDER'],
    partner: site,
    port: 2,
  },
  'merchant-checkout': {
    reads: [...SIGNED_CALLS, 'SLIPWAY_WEBHOOK_SECRET', 'MERCHANT_ADDRESS', 'PORT', 'STATE_FOLDER'],
    partner: merchant,
    port: 3,
  },
  'headless-bank-transfer': { reads: ['SLIPWAY_URL', 'SANDBOX_URL'] },
};

/** Values of the sandbox for every variable that an example reads. */
type Variables = PartnerVariables &
  Readonly<Record<'SLIPWAY_URL' | 'SANDBOX_URL' | 'PORT' | 'STATE_FOLDER' | 'MERCHANT_ADDRESS', string>>;

/**
 * `npm run example -- NAME`: starts an example of `examples/` with the sandbox of `npm start`. At the first start it registers the
 * example's partner there, as an operator does, and keeps the keys in DATA_DIR. Returns the exit status.
 */
async function main(name: string): Promise<number> {
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined;
  if (!example)
    throw new OperatorError(`Name one of the examples: npm run example -- ${Object.keys(examples).join(' | ')}`);
  const dataDir = resolve(process.env['DATA_DIR'] || '.data');
  const run = readRunPorts(dataDir);
  if (!run)
    throw new OperatorError(
      `No npm start runs with the folder ${dataDir}: run it first, or set DATA_DIR to its folder.`,
    );

  const firstPort = Number(process.env['EXAMPLES_PORT'] || FIRST_PORT);
  const all: Partial<Variables> = {
    SLIPWAY_URL: `http://localhost:${run.port}`,
    SANDBOX_URL: `http://localhost:${run.sandboxPort}`,
    PORT: String(firstPort + (example.port ?? 0)),
    STATE_FOLDER: resolve(dataDir, 'examples', name),
    // A random address: coins that are sent there can never be spent.
    MERCHANT_ADDRESS: `0x${randomBytes(20).toString('hex')}`,
    ...(example.partner && (await registerAt(firstPort, example.partner, dataDir))),
  };
  const variables = Object.fromEntries(example.reads.map((variable) => [variable, all[variable] ?? '']));
  printLine(`Starting examples/${name} with ${example.reads.join(', ')}.`);
  const folder = resolve(PROJECT_FOLDER, 'examples', name);
  if (name !== 'nextjs') return startIn(folder, 'start', { ...variables, NODE_OPTIONS: FROM_SOURCES });
  await installPackages(folder);
  return startIn(folder, 'dev', variables);
}

async function registerAt(firstPort: number, partner: Partner, dataDir: string): Promise<PartnerVariables> {
  return registerPartner(dataDir, {
    id: partner.id,
    origins: partner.pages.map((offset) => `http://localhost:${firstPort + offset}`),
    webhookUrl: `http://localhost:${firstPort + partner.webhooks}/slipway`,
  });
}

/** Runs a script of the folder's package.json until it ends or this process is stopped. */
async function startIn(folder: string, script: string, variables: Readonly<Record<string, string>>): Promise<number> {
  const path = childPath(PROJECT_FOLDER, process.env['PATH']);
  const child = spawn(process.execPath, ['--run', script], {
    cwd: folder,
    env: { ...process.env, PATH: path, ...variables },
    stdio: 'inherit',
    // Its own process group: signals go to the shell that runs the script, and to the example itself.
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, signal);
    });
  const [status] = (await once(child, 'exit')) as [number | null];
  return status ?? 0;
}

main(process.argv[2] ?? '').then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    printErrorLine(formatErrorLine(error));
    process.exitCode = 1;
  },
);
