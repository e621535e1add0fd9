import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { productEnvironment } from '../sandbox/productEnvironment.ts';
import type { World } from './world.ts';

/** The world's build of the command line: it starts twice as fast as the sources. */
const OPERATE = fileURLToPath(new URL('../server/dist/operate.js', import.meta.url));
/** The same in every world: partners' secrets and personal data are sealed with them. */
const { SLIPWAY_SECRET, PERSONAL_DATA_KEYS, OPERATOR_ROOT_KEYS } = productEnvironment({
  sandboxPort: 0,
  productPort: 0,
  bankFilesFolder: '',
});
const run = promisify(execFile);

/** What an operator does at the command line of a world. Each returns what the command printed, and rejects if it fails. */
export type Operator<Words extends readonly string[]> = {
  /** `npm run operate -- …`, as anna. */
  run(...words: Words): Promise<string>;
  runAs(person: string, ...words: Words): Promise<string>;
  /** As anna, and approved by berta if it takes a second person. */
  runByTwo(...words: Words): Promise<string>;
};

/** Commands about one order, buyer, payment or partner of the test's own, and those that only read. */
type CommandOnOwn =
  | 'list'
  | 'show'
  | 'hold'
  | 'clear'
  | 'refuse'
  | 'freeze'
  | 'unfreeze'
  | 'refund'
  | 'match'
  | 'approve'
  | 'export'
  | 'reconcile'
  | 'partner-key'
  | 'rotate-secret'
  | 'rotate-link-key';

/**
 * The words that a test may use in a world that others use too. Everything else, such as a fee, a rule or a stop of the signer,
 * changes what those others see: it takes a world of its own (`exclusiveWorld.ts`).
 */
export type WordsOnOwn =
  | readonly [CommandOnOwn, ...string[]]
  | readonly ['set', 'partner' | 'reviewed-name', ...string[]];

export function createOperator<Words extends readonly string[]>(
  world: Pick<World, 'operatorsUrl' | 'operatorKeysFolder'>,
): Operator<Words> {
  async function runAs(person: string, ...words: readonly string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [OPERATE, ...words, '--by', person, '--why', 'a journey'], {
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
  const runAlone = (...words: readonly string[]) => runAs('anna', ...words);
  return {
    run: runAlone,
    runAs,
    async runByTwo(...words) {
      const printed = await runAlone(...words);
      const [, request] = /request (\d+) waits for a second person/.exec(printed) ?? [];
      return request === undefined ? printed : runAs('berta', 'approve', request);
    },
  };
}
