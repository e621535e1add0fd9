import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { productEnvironment } from '../sandbox/productEnvironment.ts';
import { writeSampleKeys } from '../tools/start/sampleKeys.ts';
import { announcedWorld } from './world.ts';

const OPERATE = fileURLToPath(new URL('../server/operate.ts', import.meta.url));
/** The worlds' own, by which partners' secrets are sealed. */
const { SLIPWAY_SECRET, OPERATOR_ROOT_KEYS } = productEnvironment({
  sandboxPort: 0,
  productPort: 0,
  bankFilesFolder: '',
});
const run = promisify(execFile);

/** As `npm run operate -- …` does it. */
export async function operate(...words: string[]): Promise<string> {
  return operateAs('anna', ...words);
}

export async function operateAs(person: string, ...words: string[]): Promise<string> {
  const said = ['--by', person, '--why', 'a journey'];
  const { stdout } = await run(process.execPath, [OPERATE, ...words, ...said], {
    env: { ...process.env, ...persons(), DATABASE_URL: announcedWorld().operatorsUrl, SLIPWAY_SECRET },
    maxBuffer: 32 * 1024 * 1024,
  });
  return stdout;
}

/** As {@link operate}, with a second person's yes where it takes one. */
export async function operateByTwo(...words: string[]): Promise<string> {
  const said = await operate(...words);
  const [, request] = /request (\d+) waits for a second person/.exec(said) ?? [];
  return request === undefined ? said : operateAs('berta', 'approve', request);
}

/** The sandbox's persons, with their keys in a folder that all workers share. */
function persons(): NodeJS.ProcessEnv {
  const folder = join(tmpdir(), 'slipway-journeys-operators');
  writeSampleKeys(folder);
  return { SLIPWAY_SANDBOX: '1', OPERATOR_ROOT_KEYS, OPERATOR_KEYS_FOLDER: folder };
}
