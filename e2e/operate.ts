import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { productEnvironment } from '../sandbox/productEnvironment.ts';
import { announcedWorld } from './world.ts';

const OPERATE = fileURLToPath(new URL('../server/operate.ts', import.meta.url));
const ONLY_READ: ReadonlySet<string | undefined> = new Set(['list', 'show', 'export', 'reconcile']);
/** The worlds' own, by which partners' secrets are sealed. */
const { SLIPWAY_SECRET } = productEnvironment({ sandboxPort: 0, productPort: 0, bankFilesFolder: '' });
const run = promisify(execFile);

/** As `npm run operate -- …` does it. */
export async function operate(...words: string[]): Promise<string> {
  return operateAs('anna', ...words);
}

export async function operateAs(person: string, ...words: string[]): Promise<string> {
  const said = ONLY_READ.has(words[0]) ? [] : ['--by', person, '--why', 'a journey'];
  const { stdout } = await run(process.execPath, [OPERATE, ...words, ...said], {
    env: { ...process.env, DATABASE_URL: announcedWorld().databaseUrl, SLIPWAY_SECRET },
    maxBuffer: 32 * 1024 * 1024,
  });
  return stdout;
}
