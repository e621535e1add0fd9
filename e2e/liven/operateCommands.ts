import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LivenSettings } from './livenSettings.ts';

const OPERATE = fileURLToPath(new URL('../../tools/operate.ts', import.meta.url));
const run = promisify(execFile);

/** Runs `npm run operate -- … --by PERSON --why …` and returns its output. Throws an error with the output if it fails. */
export async function runOperateAs(
  { dataDir }: LivenSettings,
  person: string,
  why: string,
  ...args: readonly string[]
): Promise<string> {
  const { stdout } = await run(process.execPath, [OPERATE, ...args, '--by', person, '--why', why], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return stdout.trim();
}

/** Returns the id of a kind's newest alert, or undefined. `list` is the output of `operate list alerts`, sorted newest first. */
export function findNewestAlert(list: string, kind: string): string | undefined {
  return list.split('\n').flatMap((line) => {
    const [id = '', , of] = line.split(/\s+/);
    return of === kind && /^\d+$/.test(id) ? [id] : [];
  })[0];
}
