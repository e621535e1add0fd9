import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readSandboxSettings } from '../sandbox/desk/sandboxSettings.ts';
import { readFundingTransactions } from './standIns/readFundingTransactions.ts';
import { credentialsFile, writeStandInFolder } from './standIns/standInFolder.ts';

const USAGE = `npm run stand-ins -- draw FOLDER
    generates keys for the vendors' stand-ins in FOLDER, and the variables of the processes that call them
npm run stand-ins -- run FOLDER
    runs these stand-ins until Ctrl-C; SANDBOX_PORT is the first of their ports, PRODUCT_URL where they send webhooks
`;
const SANDBOX = fileURLToPath(new URL('../sandbox/main.ts', import.meta.url));
const POLL_MS = 300;

/** `npm run stand-ins`: tries an installation without vendors (docs/installing.md). */
async function main([act, folderGiven]: readonly string[]): Promise<void> {
  if ((act !== 'draw' && act !== 'run') || folderGiven === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 1;
    return;
  }
  const folder = resolve(folderGiven);
  const { port } = readSandboxSettings(process.env);
  writeStandInFolder(folder, port);
  if (act === 'draw')
    process.stdout.write(`Wrote the variables of api, worker and signer, and the treasury's keys, to ${folder}\n`);
  else await run(folder, port);
}

/** Runs the stand-ins; once they answer, writes the transactions that funded the treasury to the file `coins`. */
async function run(folder: string, port: number): Promise<void> {
  const { DATA_DIR } = process.env;
  const env = { ...process.env, SANDBOX_CREDENTIALS: credentialsFile(folder), DATA_DIR: DATA_DIR || folder };
  const sandbox = spawn(process.execPath, [SANDBOX], { env, stdio: 'inherit' });
  sandbox.once('exit', (status) => process.exit(status ?? 1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => sandbox.kill(signal));
  const lines = await readFundingTransactions(`http://localhost:${port}`, () => sleep(POLL_MS));
  writeFileSync(join(folder, 'coins'), lines.map((line) => `${line}\n`).join(''));
  process.stdout.write(`Test cards, mailbox and identity desk: http://localhost:${port}/\n`);
}

await main(process.argv.slice(2));
