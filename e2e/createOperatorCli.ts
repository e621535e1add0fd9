import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { productEnvironment } from '../sandbox/productEnvironment.ts';
import { parseWaitingRequest } from '../tools/parseWaitingRequest.ts';
import type { OperatorCli } from './operatorCli.ts';
import type { World } from './world.ts';

/** The built command line, which starts twice as fast as its sources. */
const OPERATE = fileURLToPath(new URL('../server/dist/operate.js', import.meta.url));
/** Secrets that are the same in every world. */
const { SLIPWAY_SECRET, PERSONAL_DATA_KEYS, OPERATOR_ROOT_KEYS } = productEnvironment({
  sandboxPort: 0,
  productPort: 0,
  bankFilesFolder: '',
  bankReceivedFolder: '',
});
const run = promisify(execFile);

export function createOperatorCli<Words extends readonly string[]>(
  world: Pick<World, 'operatorsUrl' | 'operatorKeysFolder'>,
): OperatorCli<Words> {
  async function runAs(person: string, ...args: readonly string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [OPERATE, ...args, '--by', person, '--why', 'a journey'], {
      env: {
        ...process.env,
        SLIPWAY_SANDBOX: '1',
        DATABASE_URL: world.operatorsUrl,
        OPERATOR_KEYS_FOLDER: world.operatorKeysFolder,
        OPERATOR_ROOT_KEYS,
        SLIPWAY_SECRET,
        PERSONAL_DATA_KEYS,
      },
      maxBuffer: 32 * 1024 * 1024,
    });
    return stdout;
  }
  const runAlone = (...args: readonly string[]) => runAs('anna', ...args);
  return {
    run: runAlone,
    runAs,
    async runByTwo(...args) {
      const printed = await runAlone(...args);
      const request = parseWaitingRequest(printed);
      if (request === undefined) return printed;
      const approved = await runAs('berta', 'approve', request);
      return approved.includes(`operate -- collect ${request}`) ? runAlone('collect', request) : approved;
    },
  };
}
