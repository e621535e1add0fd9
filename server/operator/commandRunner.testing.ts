import { roleDatabase } from '../platform/database/roles/roleDatabase.testing.ts';
import type { Act } from '../platform/persons/rights.ts';
import { deriveKeys } from '../platform/secrets.ts';
import { noLetters } from '../purchase/order/quietSteps.testing.ts';
import type { OperatorContext } from './decide.ts';
import { doRequests } from './doRequests.ts';
import { testRootKeys, typedBy } from './persons/testPersons.testing.ts';
import { runCommand } from './runCommand.ts';

type Options = Readonly<Record<string, string>>;
type Run = (command: Act, words: readonly string[], by?: string, options?: Options) => Promise<string>;

type Letters = Pick<OperatorContext, 'mailWords' | 'operatorName' | 'publicUrl'>;

/** Does `npm run operate -- …` with a worker beside it, which writes to no buyer unless it is given the words. */
export function createCommandRunner(worker: Omit<OperatorContext, 'rootKeys' | keyof Letters> & Partial<Letters>): Run {
  const { database } = worker;
  const keys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));
  return (command: Act, words: readonly string[], by = 'anna', options: Options = {}): Promise<string> =>
    besideWorker(runCommand(typedBy(by, { database, keys, options }), command, words), () =>
      doRequests({ ...noLetters, ...worker, database: roleDatabase(database, 'worker'), rootKeys: testRootKeys }),
    );
}

/** Works until the command is over, as a worker does while somebody waits for it. */
export async function besideWorker(running: Promise<string>, work: () => Promise<void>): Promise<string> {
  const settled = running.then(
    () => 'over' as const,
    () => 'over' as const,
  );
  const soon = () => new Promise<'not yet'>((resolve) => setImmediate(() => resolve('not yet')));
  while ((await Promise.race([settled, soon()])) === 'not yet') await work();
  return running;
}

/** The number of the request that waits for a second person. */
export function requestIn(answer: string): string {
  const [, id] = /request (\d+) waits for a second person/.exec(answer) ?? [];
  if (id === undefined) throw new Error(`no request waits: ${answer}`);
  return id;
}

/** As {@link createCommandRunner}, with a second person's yes where it takes one; what is made is collected. */
export function agreedBy(second: string, run: Run): Run {
  return async (command, words, by, options) => {
    const said = await run(command, words, by, options);
    if (!said.includes('waits for a second person')) return said;
    const approved = await run('approve', [requestIn(said)], second);
    const [, made] = /operate -- collect (\d+)/.exec(approved) ?? [];
    return made === undefined ? approved : run('collect', [made], by);
  };
}

/** Commands that need no worker, by anna, with ben's yes where it takes two. */
export function createAgreedRunner(given: Parameters<typeof typedBy>[1]) {
  const agreed = agreedBy('ben', (command, words, by, options) =>
    runCommand(typedBy(by ?? 'anna', { ...given, options: options ?? {} }), command, words),
  );
  return (command: Act, words: readonly string[], options: Options = {}) => agreed(command, words, 'anna', options);
}
