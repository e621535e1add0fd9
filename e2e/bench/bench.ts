import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.bench.config.ts'];

/** Programs by their name, the first argument. Without such a name, all arguments go to the throughput measurement. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  web: ['e2e/bench/web.ts'],
  console: ['e2e/bench/console.ts'],
  growth: [...VITEST, 'growth', 'console', 'scale', 'announcements'],
  standby: [...VITEST, 'standby'],
};

/**
 * `npm run bench`: measures the throughput; `-- web`, `console`, `growth` or `standby` measures that instead. Returns the exit
 * status, null if a signal ended the measurement.
 */
async function main(flags: readonly string[]): Promise<number | null> {
  const [name = '', ...others] = flags;
  const program = PROGRAMS[name];
  const started = program ? [...program, ...others] : ['e2e/bench/throughput.ts', ...flags];
  // Ignores Ctrl-C, since the measurement also gets it and must first stop its own processes.
  process.on('SIGINT', () => undefined);
  const child = spawn(process.execPath, started, { cwd: ROOT, stdio: 'inherit' });
  const [status] = (await once(child, 'exit')) as [number | null];
  return status;
}

process.exitCode = (await main(process.argv.slice(2))) ?? 1;
