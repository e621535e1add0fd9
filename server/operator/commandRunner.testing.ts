import { deriveKeys } from '../platform/secrets.ts';
import { createIso20022Files } from '../providers/bank/iso20022/iso20022.ts';
import { commands } from './commands.ts';
import type { OperatorContext } from './decide.ts';
import { doRequests } from './doRequests.ts';

/** Does `npm run operate -- …` with a worker beside it. */
export function createCommandRunner(worker: OperatorContext) {
  return async (
    command: string,
    words: readonly string[],
    by = 'anna',
    options: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    const context = {
      database: worker.database,
      bankFiles: createIso20022Files(),
      keys: deriveKeys(Buffer.from('a secret for these tests alone, long enough')),
      who: by,
      why: 'a test',
      options,
    };
    const running = commands[command]?.run(context, words);
    if (!running) throw new Error(`no command ${command}`);
    const settled = running.then(
      () => 'over' as const,
      () => 'over' as const,
    );
    const soon = () => new Promise<'not yet'>((resolve) => setImmediate(() => resolve('not yet')));
    while ((await Promise.race([settled, soon()])) === 'not yet') await doRequests(worker);
    return running;
  };
}

/** The number of the request that waits for a second person. */
export function requestIn(answer: string): string {
  const [, id] = /request (\d+) waits for a second person/.exec(answer) ?? [];
  if (id === undefined) throw new Error(`no request waits: ${answer}`);
  return id;
}
