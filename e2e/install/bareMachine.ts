import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

const TOLD_OF_FAILURE = 4_000;

/** A copy of this machine that forgets everything: its own file system, processes and, but for what is fetched, network. */
export type BareMachine = {
  /** Runs lines as root types them, in one shell, and gives what they printed. Throws with the end of it if one fails. */
  type(lines: string, options?: { readonly reachesNetwork?: boolean; readonly stdin?: string }): Promise<string>;
  /** Ends every process in it. */
  stop(): Promise<void>;
};

/** The file system of this machine with a layer of its own above, in which everything is written. */
const PREPARE = `
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

/** Takes root, and a kernel that lets root make namespaces and overlays. `folder` is a new one. */
export async function startBareMachine(folder: string): Promise<BareMachine> {
  const layers = join(folder, 'layers');
  await mkdir(layers, { recursive: true });
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--propagation', 'private'];
  const holder = spawn('unshare', [...namespaces, 'bash', '-c', PREPARE], {
    env: { ...process.env, LAYERS: layers },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit').then(refuse)]);
  const inside = childOf(holder);
  let typed = 0;

  return {
    async type(lines, { reachesNetwork = false, stdin } = {}) {
      const logFile = join(folder, `typed-${(typed += 1)}.log`);
      const log = openSync(logFile, 'w');
      const input = stdin === undefined ? 'ignore' : openSync(stdin, 'r');
      const entered = [`--target=${inside}`, '--mount', '--pid', ...(reachesNetwork ? [] : ['--net'])];
      const shell = ['chroot', join(layers, 'root'), 'bash', '-eu', '-o', 'pipefail', '-c', lines];
      // What the lines leave running keeps their output open: it goes to a file, and the shell's end is waited for.
      const child = spawn('nsenter', [...entered, ...shell], { env: ENVIRONMENT, stdio: [input, log, log] });
      closeSync(log);
      const [status] = (await once(child, 'exit')) as [number | null];
      const printed = readFileSync(logFile, 'utf8');
      if (status !== 0) throw new Error(`status ${status}:\n${printed.slice(-TOLD_OF_FAILURE)}`);
      return printed;
    },
    async stop() {
      if (holder.exitCode !== null || holder.signalCode !== null) return;
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    },
  };
}

/** That of root after a login, and nothing of the caller's. */
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
};

function refuse(): never {
  throw new Error('the machine could not be prepared: this takes root, namespaces and overlays');
}

/** The first process of the new namespace. */
function childOf({ pid }: ChildProcess): number {
  const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return Number(child);
}
