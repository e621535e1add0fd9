import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LivenSettings } from './livenSettings.ts';

const OPERATE = fileURLToPath(new URL('../../tools/operate.ts', import.meta.url));
const run = promisify(execFile);

/** As `npm run operate -- … --by PERSON --why …`; gives what it says. Throws with its words where it refuses. */
export async function operateAs(
  { dataDir }: LivenSettings,
  person: string,
  why: string,
  ...words: readonly string[]
): Promise<string> {
  const { stdout } = await run(process.execPath, [OPERATE, ...words, '--by', person, '--why', why], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return stdout.trim();
}

/** The number of a request that waits, out of what `operate` says; undefined where it does not wait. */
export function waitingRequest(said: string): string | undefined {
  return /request (\d+) waits for a second person/.exec(said)?.[1];
}

/** The number of the first alert of a kind in `operate list alerts`, which has the newest first. */
export function firstAlert(list: string, kind: string): string | undefined {
  return list.split('\n').flatMap((line) => {
    const [id = '', , of] = line.split(/\s+/);
    return of === kind && /^\d+$/.test(id) ? [id] : [];
  })[0];
}
