import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { productEnvironment } from '../../sandbox/productEnvironment.ts';
import { parseWaitingRequest } from '../parseWaitingRequest.ts';
import { startEmbeddedPostgres } from '../postgres/embeddedPostgres.ts';
import { roleUrl } from '../start/roleUrl.ts';
import { sampleKeysFolder } from '../start/sampleKeys.ts';
import { printLine } from '../start/terminal.ts';

/** Built by `npm start`. */
const OPERATE = resolve(import.meta.dirname, '../../server/dist/operate.js');
const run = promisify(execFile);

export type ExamplePartner = {
  readonly id: string;
  readonly origins: readonly string[];
  /** The endpoint for the partner's events. */
  readonly webhookUrl: string;
};

/** The variables that an integrator sets to the values from the operator. */
export type PartnerVariables = {
  readonly SLIPWAY_PARTNER: string;
  readonly SLIPWAY_KEY: string;
  readonly SLIPWAY_PRIVATE_KEY: string;
  readonly SLIPWAY_WEBHOOK_SECRET: string;
};

/**
 * Registers a partner in the sandbox that runs on the folder, and returns the partner's keys. They are stored in the folder, and
 * replaced only when the partner's addresses have changed.
 */
export async function registerPartner(dataDir: string, partner: ExamplePartner): Promise<PartnerVariables> {
  const file = join(dataDir, 'examples', `${partner.id}.json`);
  const stored = readStored(file);
  if (stored && JSON.stringify(stored.partner) === JSON.stringify(partner)) return stored.variables;

  printLine(`Registering the partner ${partner.id}: addresses, keys and a webhook secret …`);
  const operate = await createOperatorRunner(dataDir);
  const origins = partner.origins.join(',');
  await operate(
    'set',
    'partner',
    partner.id,
    `name=${partner.id}`,
    'kind=partner_site',
    `origins=${origins}`,
    `redirects=${origins}`,
    `webhookUrl=${partner.webhookUrl}`,
  );
  const [keys, secret] = await Promise.all([operate('partner-key', partner.id), operate('rotate-secret', partner.id)]);
  const variables = {
    SLIPWAY_PARTNER: partner.id,
    SLIPWAY_KEY: requireMatch(keys, /^slk_\S+$/m),
    SLIPWAY_PRIVATE_KEY: requireMatch(keys, /^-----BEGIN [^]+?^-----END [\w ]+-----$/m),
    SLIPWAY_WEBHOOK_SECRET: requireMatch(secret, /^whsec_\S+$/m),
  };
  mkdirSync(join(dataDir, 'examples'), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ partner, variables }, null, 2)}\n`, { mode: 0o600 });
  return variables;
}

type Stored = { readonly partner: ExamplePartner; readonly variables: PartnerVariables };

function readStored(file: string): Stored | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored;
  } catch {
    return undefined;
  }
}

function requireMatch(printed: string, pattern: RegExp): string {
  const [found] = pattern.exec(printed) ?? [];
  if (found === undefined)
    throw new Error(`The output of npm run operate contains nothing that matches ${pattern.source}.`);
  return found;
}

/**
 * Returns a function that runs a command of `npm run operate` as one admin, approves it as another if it needs that, collects its
 * secret if it has one, and returns the last output.
 */
async function createOperatorRunner(dataDir: string): Promise<(...args: string[]) => Promise<string>> {
  const { SLIPWAY_SECRET, PERSONAL_DATA_KEYS, OPERATOR_ROOT_KEYS } = productEnvironment({
    sandboxPort: 0,
    productPort: 0,
    bankFilesFolder: '',
    bankReceivedFolder: '',
  });
  const env = {
    ...process.env,
    SLIPWAY_SANDBOX: '1',
    SLIPWAY_SECRET,
    PERSONAL_DATA_KEYS,
    OPERATOR_ROOT_KEYS,
    DATABASE_URL: process.env['DATABASE_URL'] || (await startEmbeddedDatabase(dataDir)),
    OPERATOR_KEYS_FOLDER: sampleKeysFolder(dataDir),
  };
  async function runAs(person: string, ...args: readonly string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [OPERATE, ...args, '--by', person, '--why', 'an example'], { env });
    return stdout;
  }
  return async (...args) => {
    const output = await runAs('anna', ...args);
    const request = parseWaitingRequest(output);
    if (request === undefined) return output;
    const approved = await runAs('berta', 'approve', request);
    return approved.includes(`operate -- collect ${request}`) ? runAs('anna', 'collect', request) : approved;
  };
}

/** Returns the address of the embedded database that `npm start` uses in the folder; starts the database if it does not run. */
async function startEmbeddedDatabase(dataDir: string): Promise<string> {
  const logFile = join(dataDir, 'logs', 'database.log');
  const { url } = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), logFile });
  return roleUrl(url, 'operator');
}
