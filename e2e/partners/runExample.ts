import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PartnerVariables } from '../../tools/example/registerPartner.ts';
import { patienceMs } from '../../tools/patience/patience.ts';
import { findFreePorts } from '../startWorld.ts';
import type { World } from '../world.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url));
const EXAMPLE_PORT_COUNT = 4;

export type RunningExample = {
  /** The address that the example has printed. */
  readonly url: string;
  output(): string;
  stop(): Promise<void>;
};

export type Examples = {
  /** Port of the example for Next.js; those of the others follow. */
  readonly firstPort: number;
  /** Runs `npm run example -- NAME` until it has printed an address. */
  start(name: string): Promise<RunningExample>;
  /** Runs `npm run example -- NAME` until it ends. Returns its output, and rejects if it fails. */
  runToEnd(name: string): Promise<string>;
  /** Returns the keys of a partner that an example has registered. */
  readKeys(partner: string): PartnerVariables;
  stateFolder(name: string): string;
  stopAll(): Promise<void>;
};

/** Runs the examples with a world, as a reader of their pages does with `npm start`. */
export async function openExamples({ operatorKeysFolder }: World): Promise<Examples> {
  const dataDir = dirname(operatorKeysFolder);
  const folder = join(dataDir, 'examples');
  const firstPort = await findFreePorts(EXAMPLE_PORT_COUNT);
  const env = { ...process.env, DATA_DIR: dataDir, EXAMPLES_PORT: String(firstPort) };
  const running = new Set<RunningExample>();

  function run(name: string) {
    const child = spawn('npm', ['run', '--silent', 'example', '--', name], {
      cwd: PROJECT_FOLDER,
      env,
      // Its own process group, so that `stop` ends npm and the example together.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
    return { child, ended: once(child, 'close') as Promise<[number | null]>, output: () => output };
  }

  return {
    firstPort,
    async start(name) {
      const { child, ended, output } = run(name);
      const example: RunningExample = {
        get url() {
          return /http:\/\/localhost:\d+\S*/.exec(output())?.[0] ?? '';
        },
        output,
        async stop() {
          running.delete(example);
          if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
          await ended;
        },
      };
      running.add(example);
      const deadline = Date.now() + patienceMs;
      while (example.url === '') {
        if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${name} has not started: ${output()}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return example;
    },
    async runToEnd(name) {
      const { ended, output } = run(name);
      const [status] = await ended;
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${output()}`);
      return output();
    },
    readKeys: (partner) =>
      (JSON.parse(readFileSync(join(folder, `${partner}.json`), 'utf8')) as { readonly variables: PartnerVariables })
        .variables,
    stateFolder: (name) => join(folder, name),
    stopAll: async () => void (await Promise.all([...running].map((example) => example.stop()))),
  };
}
