import { parseWaitingRequest } from '../../../tools/parseWaitingRequest.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import { noMails } from '../../purchase/order/silentStepContext.testing.ts';
import type { OperatorContext } from '../operatorAction.ts';
import { createCommandContext, testRootKeys } from '../persons/testPersons.testing.ts';
import { executeOperatorRequests } from '../requests/executeOperatorRequests.ts';
import type { CommandName } from './commands.ts';
import { runCommand } from './runCommand.ts';

type Options = Readonly<Record<string, string>>;
type Run = (command: CommandName, args: readonly string[], by?: string, options?: Options) => Promise<string>;

type MailContext = Pick<OperatorContext, 'mailTranslations' | 'operatorName' | 'publicUrl'>;

/** Returns a function that runs a command with a worker. The worker emails buyers only if `worker` has the texts. */
export function createCommandRunner(
  worker: Omit<OperatorContext, 'rootKeys' | 'isSandbox' | keyof MailContext> & Partial<MailContext>,
): Run {
  const { database } = worker;
  const keys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));
  return (command: CommandName, args: readonly string[], by = 'anna', options: Options = {}): Promise<string> =>
    runWithWorker(runCommand(createCommandContext(by, { database, keys, options }), command, args), () =>
      executeOperatorRequests({
        ...noMails,
        ...worker,
        database: roleDatabase(database, 'worker'),
        rootKeys: testRootKeys,
        isSandbox: true,
      }),
    );
}

/** Repeats `work` until the command ends, like a worker whose result the command waits for; returns the command's output. */
export async function runWithWorker(running: Promise<string>, work: () => Promise<void>): Promise<string> {
  const settled = running.then(
    () => 'over' as const,
    () => 'over' as const,
  );
  const afterOneTurn = () => new Promise<'not yet'>((resolve) => setImmediate(() => resolve('not yet')));
  while ((await Promise.race([settled, afterOneTurn()])) === 'not yet') await work();
  return running;
}

/** Like {@link parseWaitingRequest}, but throws if no request waits. */
export function parseRequestNumber(answer: string): string {
  const id = parseWaitingRequest(answer);
  if (id === undefined) throw new Error(`no request waits: ${answer}`);
  return id;
}

/** Returns a function like `run` that also approves as `second` where required, and collects a partner's secret. */
export function createApprovingRunner(second: string, run: Run): Run {
  return async (command, args, by, options) => {
    const output = await run(command, args, by, options);
    const request = parseWaitingRequest(output);
    if (request === undefined) return output;
    const approved = await run('approve', [request], second);
    const [, made] = /operate -- collect (\d+)/.exec(approved) ?? [];
    return made === undefined ? approved : run('collect', [made], by);
  };
}

/** Returns a function that runs a command without a worker, as anna, with ben's approval where required. */
export function createApprovedRunner(context: Parameters<typeof createCommandContext>[1]) {
  const runApproved = createApprovingRunner('ben', (command, args, by, options) =>
    runCommand(createCommandContext(by ?? 'anna', { ...context, options: options ?? {} }), command, args),
  );
  return (command: CommandName, args: readonly string[], options: Options = {}) =>
    runApproved(command, args, 'anna', options);
}
