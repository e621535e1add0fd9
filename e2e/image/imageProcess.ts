import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSecretVariable } from '../../server/app/secretVariables.ts';
import { NODE_FLAGS } from '../../tools/start/launch.ts';

const RUN_SCRIPT = fileURLToPath(new URL('../../deploy/image/runWithoutEngine.sh', import.meta.url));
const PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';
const SLIPWAY_UID = 10_001;
const SIGNER_UID = 10_002;
const BANK_UID = 10_003;
const ORDERS_GID = 10_004;

/** Folders outside of the read-only image: `folder` for what its processes write and share, `configuration` for the seeds. */
export type Volumes = { readonly folder: string; readonly configuration: string };

export type ImageProcess = { readonly ended: Promise<number | null>; readonly pid: number; stop(): Promise<void> };

/** Creates the folders with the owners and modes that the image's users need, and copies the seeds. */
export async function prepareVolumes(folder: string, seeds: string): Promise<Volumes> {
  for (const [name, mode, uid, gid] of [
    ['run', 0o750, SIGNER_UID, SLIPWAY_UID],
    ['signer', 0o700, SIGNER_UID, SLIPWAY_UID],
    ['bank-files', 0o3770, 0, SLIPWAY_UID],
    ['bank-files/statements', 0o2770, SLIPWAY_UID, SLIPWAY_UID],
    ['bank-files/orders', 0o2770, SIGNER_UID, ORDERS_GID],
    ['bank-received', 0o750, BANK_UID, SLIPWAY_UID],
  ] as const) {
    await mkdir(join(folder, name), { recursive: true });
    await chown(join(folder, name), uid, gid);
    await chmod(join(folder, name), mode);
  }
  const configuration = join(folder, 'configuration');
  await cp(seeds, configuration, { recursive: true });
  await mkdir(join(folder, 'secrets'), { recursive: true });
  return { folder, configuration };
}

/** Starts a process from the image's file system with the user of its role, and with its secrets in files. */
export function startInImage(
  root: string,
  role: string,
  volumes: Volumes,
  variables: Readonly<Record<string, string | undefined>>,
  logFile: string,
): ImageProcess {
  const uid = role === 'signer' ? SIGNER_UID : SLIPWAY_UID;
  const mountPoint = join(volumes.folder, `root-${role}`);
  mkdirSync(mountPoint, { recursive: true });
  mkdirSync(join(volumes.folder, 'secrets', role), { recursive: true });
  const environment = Object.entries(variables).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (!isSecretVariable(name)) return [[name, value]];
    writeFileSync(join(volumes.folder, 'secrets', role, name), `${value}\n`, { mode: 0o644 });
    return [[`${name}_FILE`, `/run/secrets/${role}/${name}`]];
  });
  const log = openSync(logFile, 'w');
  const program = ['node', ...NODE_FLAGS, 'server/dist/main.js'];
  const child = spawn(RUN_SCRIPT, [root, mountPoint, String(uid), volumes.folder, ...program], {
    env: { ...Object.fromEntries(environment), PATH, ROLE: role },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = once(child, 'exit').then(([status]) => (typeof status === 'number' ? status : null));
  return {
    ended,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
