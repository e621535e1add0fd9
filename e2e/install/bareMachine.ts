import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

const FAILURE_OUTPUT_CHARS = 4_000;

/**
 * A disposable copy of this machine with a separate file system and processes and, except for downloads, a separate network.
 */
export type BareMachine = {
  /**
   * Runs lines in one shell as root and returns their output. If one fails, throws an error with the end of the output. `stdin`
   * is the path of a file.
   */
  type(lines: string, options?: { readonly reachesNetwork?: boolean; readonly stdin?: string }): Promise<string>;
  /** Ends every process in the machine. */
  stop(): Promise<void>;
};

/** Mounts the machine's file system with a writable overlay. */
const PREPARE_SCRIPT = `
set -eu
mkdir -p "$LAYERS/upper" "$LAYERS/work" "$LAYERS/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$LAYERS/upper,workdir=$LAYERS/work" "$LAYERS/root"
mount -t proc proc "$LAYERS/root/proc"
mount --rbind /dev "$LAYERS/root/dev"
mount -t tmpfs tmpfs "$LAYERS/root/run"
mkdir -p "$LAYERS/root/run/lock"
ip link set lo up
echo ready
exec sleep infinity
`;

/** Starts the machine in a new `folder`. Needs root, and a kernel in which root can create namespaces and overlays. */
export async function startBareMachine(folder: string): Promise<BareMachine> {
  const layers = join(folder, 'layers');
  await mkdir(layers, { recursive: true });
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--propagation', 'private'];
  const holder = spawn('unshare', [...namespaces, 'bash', '-c', PREPARE_SCRIPT], {
    env: { ...process.env, LAYERS: layers },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit').then(throwUnsupported)]);
  const inside = findChildPid(holder);
  let commandCount = 0;

  return {
    async type(lines, { reachesNetwork = false, stdin } = {}) {
      const logFile = join(folder, `typed-${(commandCount += 1)}.log`);
      const log = openSync(logFile, 'w');
      const input = stdin === undefined ? 'ignore' : openSync(stdin, 'r');
      const entered = [`--target=${inside}`, '--mount', '--pid', ...(reachesNetwork ? [] : ['--net'])];
      const shell = ['chroot', join(layers, 'root'), 'bash', '-eu', '-o', 'pipefail', '-c', lines];
      // Processes started by the lines may keep their output open, so output goes to a file and only the shell's exit is
      // awaited.
      const child = spawn('nsenter', [...entered, ...shell], { env: ENVIRONMENT, stdio: [input, log, log] });
      closeSync(log);
      const [status] = (await once(child, 'exit')) as [number | null];
      const printed = readFileSync(logFile, 'utf8');
      if (status !== 0) throw new Error(`status ${status}:\n${printed.slice(-FAILURE_OUTPUT_CHARS)}`);
      return printed;
    },
    async stop() {
      if (holder.exitCode !== null || holder.signalCode !== null) return;
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    },
  };
}

/** The environment of a root login, without the caller's variables. */
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
};

function throwUnsupported(): never {
  throw new Error('the machine could not be prepared: run as root, on a kernel that allows namespaces and overlays');
}

/** Returns the process id of the first process in the new namespace. */
function findChildPid({ pid }: ChildProcess): number {
  const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return Number(child);
}
