import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordProof } from './proofs/recordProof.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../', import.meta.url));
const CLOSING_LINE = /^\d+ passed, \d+ failed(?:, \d+ skipped)?$/m;

/** Load on the machine during a run. */
const LOADS = {
  quiet: { description: 'on a quiet machine', busyLoops: 0, prefix: [] },
  busy: { description: 'beside two busy loops', busyLoops: 2, prefix: [] },
  'one-core': { description: 'limited to one core', busyLoops: 0, prefix: ['taskset', '-c', '0'] },
} as const satisfies Record<string, { description: string; busyLoops: number; prefix: readonly string[] }>;

/** A loop that ends with this process, even if this process is killed. */
const BUSY_LOOP = 'while kill -0 $PPID 2>/dev/null; do :; done';

type MachineLoad = keyof typeof LOADS;

/**
 * `npm run prove:tests -- quiet busy one-core …`: runs `.ci/run` once per argument, each in a fresh clone of HEAD under that
 * load, and writes each outcome into a row of PROOFS.md. Exits with 1 if a run failed, and does not delete the log of that run.
 */
async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in LOADS));
  if (names.length === 0 || unknown.length > 0) {
    process.stderr.write(
      `Name the load of each run, in order, as in: npm run prove:tests -- ${Object.keys(LOADS).join(' ')}\n`,
    );
    return 1;
  }
  let failures = 0;
  for (const [index, name] of names.entries()) {
    const isPassed = await runOnce(name as MachineLoad, `run ${index + 1} of ${names.length}`);
    if (!isPassed) failures += 1;
  }
  return failures > 0 ? 1 : 0;
}

/** Runs all tests once and records the outcome. Returns true if they passed. */
async function runOnce(load: MachineLoad, runNumber: string): Promise<boolean> {
  const { description, busyLoops, prefix } = LOADS[load];
  const folder = mkdtempSync(join(tmpdir(), 'slipway-whole-run-'));
  const clone = join(folder, 'slipway');
  const logFile = join(folder, 'log');
  requireSuccess('git', ['clone', '--quiet', PROJECT_FOLDER, clone]);
  const commit = requireSuccess('git', ['-C', clone, 'rev-parse', '--short', 'HEAD']).trim();
  const loops = Array.from({ length: busyLoops }, () => spawn('sh', ['-c', BUSY_LOOP], { stdio: 'ignore' }));
  const startedAt = new Date();
  try {
    const log = openSync(logFile, 'w');
    const [program, ...flags] = [...prefix, 'bash', '.ci/run'] as const;
    const status = await waitForExit(spawn(program, flags, { cwd: clone, stdio: ['ignore', log, log] }));
    const minutes = ((Date.now() - startedAt.getTime()) / 60_000).toFixed(1);
    const outcome = CLOSING_LINE.exec(readFileSync(logFile, 'utf8'))?.[0] ?? `no closing line, exit status ${status}`;
    const name = `All tests, ${runNumber}, ${description}`;
    recordProof(name, { figures: `fresh clone of ${commit}; ${minutes} min`, result: outcome });
    process.stdout.write(`${name}, ${minutes} min: ${outcome}\n`);
    if (status === 0) rmSync(folder, { recursive: true, force: true });
    else process.stdout.write(`The log: ${logFile}\n`);
    return status === 0;
  } finally {
    for (const loop of loops) loop.kill();
  }
}

function requireSuccess(program: string, flags: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, flags, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${flags.join(' ')} failed: ${stderr}`);
  return stdout;
}

async function waitForExit(child: ChildProcess): Promise<number | null> {
  const [status] = (await once(child, 'exit')) as [number | null];
  return status;
}

process.exitCode = await main(process.argv.slice(2));
