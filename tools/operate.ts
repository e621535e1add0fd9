import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productEnvironment } from '../sandbox/productEnvironment.ts';
import { isSecretVariable } from '../server/app/secretVariables.ts';
import { needsDatabase, parseCommandLine } from '../server/operator/commandLine/parseCommandLine.ts';
import { readSecretFiles } from '../server/platform/config/secretFiles.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/embeddedPostgres.ts';
import { formatErrorLine, OperatorError } from './start/operatorError.ts';
import { roleUrl } from './start/roleUrl.ts';
import { sampleKeysFolder, writeSampleKeys } from './start/sampleKeys.ts';
import { readStartSettings, type StartSettings } from './start/startSettings.ts';

const OPERATE = fileURLToPath(new URL('../server/operate.ts', import.meta.url));

/**
 * `npm run operate`: uses DATABASE_URL, or the embedded database of `npm start` in DATA_DIR, which it starts for the command if it
 * does not run. Returns the exit status.
 */
async function main(args: readonly string[]): Promise<number> {
  const source = readSecretFiles(process.env, isSecretVariable);
  if (source['DATABASE_URL'] || !isDatabaseNeeded(args)) return operate(args, source);
  const settings = readStartSettings(source, process.cwd());
  const embedded = await openEmbedded(settings.dataDir);
  try {
    const DATABASE_URL = roleUrl(embedded.url, 'operator');
    return operate(args, { ...buildSandboxVariables(settings), ...source, DATABASE_URL });
  } finally {
    // A server that was already running belongs to `npm start`.
    if (!embedded.adopted) await embedded.stop();
  }
}

/** Returns true if the command needs the database; false if it cannot be parsed, so that the command line reports the fault. */
function isDatabaseNeeded(args: readonly string[]): boolean {
  try {
    return needsDatabase(parseCommandLine(args).name);
  } catch {
    return false;
  }
}

function operate(args: readonly string[], env: NodeJS.ProcessEnv): number {
  return spawnSync(process.execPath, [OPERATE, ...args], { stdio: 'inherit', env }).status ?? 1;
}

/**
 * Returns the variables that the commands need to work with the server of `npm start`, and writes the keys of the sandbox's
 * people.
 */
function buildSandboxVariables({ port: productPort, sandboxPort, dataDir }: StartSettings): NodeJS.ProcessEnv {
  const { SLIPWAY_SECRET, PERSONAL_DATA_KEYS, PUBLIC_URL, OPERATOR_ROOT_KEYS } = productEnvironment({
    sandboxPort,
    productPort,
    bankFilesFolder: '',
    bankReceivedFolder: '',
  });
  const OPERATOR_KEYS_FOLDER = sampleKeysFolder(dataDir);
  writeSampleKeys(OPERATOR_KEYS_FOLDER);
  return {
    SLIPWAY_SECRET,
    PERSONAL_DATA_KEYS,
    PUBLIC_URL,
    OPERATOR_ROOT_KEYS,
    OPERATOR_KEYS_FOLDER,
    SLIPWAY_SANDBOX: '1',
  };
}

async function openEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const folder = join(dataDir, 'postgres');
  if (!existsSync(folder))
    throw new OperatorError(
      `there is no database in ${dataDir}: set DATABASE_URL to your installation's, or run npm start for the sandbox's`,
    );
  return startEmbeddedPostgres({
    dataDir: folder,
    logFile: join(dataDir, 'logs', 'database.log'),
  });
}

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    process.stderr.write(`${formatErrorLine(error)}\n`);
    process.exitCode = 1;
  },
);
