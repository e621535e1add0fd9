import { hostname, tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { LiveSettings } from '../../configuration/liveSettings.ts';
import { isUnready } from '../../notification/heartbeats/heartbeats.ts';
import { type HeartbeatWatch, type Probe, watchHeartbeats } from '../../notification/heartbeats/watchHeartbeats.ts';
import type { Environment } from '../../platform/config/environment.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MachineClock } from '../../platform/machineClock.ts';
import type { ActiveSignerWatch } from '../../signer/lead/watchActiveSigner.ts';
import type { Guard } from '../guard/guard.ts';
import type { PeriodicTask } from '../runPeriodically.ts';
import { clockProbe, findClockFault } from './clockProbe.ts';
import { diskProbe } from './diskProbe.ts';
import { backupProbe, certificateProbe } from './fileProbes.ts';
import { queueProbe } from './queueProbe.ts';
import { settingsProbe } from './settingsProbe.ts';
import { passiveSignerProbe, signerProbe } from './signerProbe.ts';
import { taskProbe } from './taskProbe.ts';
import { vendorProbe } from './vendorProbe.ts';

/** The readiness of this process for `/readyz`. */
export type HeartbeatReadiness = {
  /** True if no disk that the process writes to is full and the database accepts writes. */
  readonly disk: boolean;
  /** Undefined in a process that does not use the signer. */
  readonly signer: boolean | undefined;
  /** The name of the active signer, if it is not the one of this machine. */
  readonly signerElsewhere: string | undefined;
  /** True if one of the faults makes a process of this role unready. */
  readonly isUnready: boolean;
};

export type Heartbeats = HeartbeatWatch & { readiness(): HeartbeatReadiness };

/** Periodic tasks of a process, by the kind of alert for failures. */
export type WatchedTasks = Readonly<Record<'task_overdue' | 'bank_unreachable', readonly PeriodicTask[]>>;

export type HeartbeatOptions = {
  readonly environment: Environment;
  /** Folder of the bank client, if the operator accepts transfers. */
  readonly bankFolder: string | undefined;
  readonly database: Database;
  readonly log: Log;
  readonly guard: Pick<Guard, 'faults'>;
  readonly machineClock: MachineClock;
  readonly settings: Pick<LiveSettings, 'unreadFault'>;
  readonly activeSigner: Pick<ActiveSignerWatch, 'getOtherActiveSigner'>;
  /** Called at each check: the tasks start after the watch was created. */
  readonly tasks: () => WatchedTasks;
};

/** Creates the heartbeats of an api or a worker, with a probe for everything that it can check. */
export function openHeartbeats(options: HeartbeatOptions): Heartbeats {
  const { environment, database, log, guard, machineClock, settings, tasks, activeSigner } = options;
  const { ROLE: role, SIGNER_SOCKET: socket } = environment;
  const works = role !== 'api';
  const disks = diskProbe(listWrittenFolders(options));
  const probes: Probe[] = [
    disks,
    clockProbe(machineClock),
    vendorProbe(guard, () => findClockFault(machineClock)),
    settingsProbe(settings),
    taskProbe('task_overdue', () => tasks().task_overdue),
    taskProbe('bank_unreachable', () => tasks().bank_unreachable),
    ...(works ? [queueProbe(database), ...createFileProbes(environment)] : []),
    ...(works && socket !== undefined ? [signerProbe(socket, activeSigner), passiveSignerProbe(database)] : []),
  ];
  const watch = watchHeartbeats({ database, log, role, process: `${role}@${hostname()}:${process.pid}`, probes });
  return {
    ...watch,
    readiness() {
      const faults = watch.faults();
      const signer = !faults.some(({ kind }) => kind === 'signer_unreachable');
      const disk =
        !disks.isFull() && !faults.some(({ kind, subject }) => kind === 'disk_low' && subject === 'database');
      const watchesSigner = works && socket !== undefined;
      return {
        disk,
        signer: watchesSigner ? signer : undefined,
        signerElsewhere: activeSigner.getOtherActiveSigner(),
        isUnready: !disk || faults.some(({ kind }) => isUnready(kind, role)),
      };
    },
  };
}

/** Returns every folder that this process writes to, and those named by the operator, such as the database's. */
function listWrittenFolders({ environment, bankFolder }: HeartbeatOptions): readonly string[] {
  const { REPORT_FOLDER: reports, AUDIT_ANCHOR_FILE: anchors, DISK_FOLDERS: named } = environment;
  const own = [tmpdir(), reports, anchors && dirname(anchors), bankFolder];
  return [...new Set([...named, ...own.filter((folder) => folder !== undefined)])];
}

function createFileProbes({
  BACKUP_MARKER_FILE,
  BACKUP_MAXIMUM_AGE_HOURS,
  TLS_CERTIFICATE_FILES,
}: Environment): Probe[] {
  return [
    ...(BACKUP_MARKER_FILE === undefined ? [] : [backupProbe(BACKUP_MARKER_FILE, BACKUP_MAXIMUM_AGE_HOURS)]),
    ...(TLS_CERTIFICATE_FILES.length === 0 ? [] : [certificateProbe(TLS_CERTIFICATE_FILES)]),
  ];
}
