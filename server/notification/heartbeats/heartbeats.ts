import type { AlertKind } from '../alertStore.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Something that must run for money to move: who checks it, how long it may fail, and what stops with it. */
export type Heartbeat = {
  readonly watches: string;
  readonly checkedBy: string;
  /** An alert is raised if every check has failed for this long; zero: by the first that fails. */
  readonly deadlineMs: number;
  readonly stops: string;
  /** The processes whose `/readyz` answers 503 while the latest check fails. */
  readonly unready?: readonly HeartbeatRole[];
};

export type HeartbeatRole = 'api' | 'worker' | 'all';

/** How often each process checks all that it can check. */
export const CHECK_MS = 5 * SECOND_MS;

/** A process whose last report is older has ended, or hangs: what it reported no longer counts. */
export const REPORT_VALID_MS = MINUTE_MS;

/** All heartbeats, by the kind of their alert. `docs/heartbeats.md` is generated from this. */
export const heartbeats = {
  signer_unreachable: {
    watches:
      'The signer answers at its socket, is active, holds its locks, and reads the database; or another signer is active',
    checkedBy: 'each worker, at the socket',
    deadlineMs: MINUTE_MS,
    stops: 'Payouts, refunds by bank, withdrawals',
    unready: ['worker'],
  },
  signer_missing: {
    watches: 'Each passive signer reports, and its machine has no fault',
    checkedBy: 'each worker with a signer, in the database',
    deadlineMs: 0,
    stops: 'Nothing, until the active signer is lost: then no other signer takes over',
  },
  worker_absent: {
    watches: 'At least one worker reports',
    checkedBy: 'each api, in the database',
    deadlineMs: MINUTE_MS,
    stops: 'All steps of orders, prices, emails; also the sending of alerts (see below)',
  },
  task_overdue: {
    watches: 'Each periodic task of a worker ends without an error',
    checkedBy: 'the worker that runs it',
    deadlineMs: 0,
    stops: 'The work of the task that the fact `subject` names',
  },
  queue_stalled: {
    watches: 'No job, webhook or mail waits for more than 2 minutes after it was due',
    checkedBy: 'each worker, in the database',
    deadlineMs: MINUTE_MS,
    stops: 'Steps of orders (`effects`), webhooks of vendors (`inbox`), mail (`mail`)',
  },
  bank_unreachable: {
    watches: 'The folder that is shared with the bank client can be read and written',
    checkedBy: 'the tasks of a worker that use it',
    deadlineMs: 0,
    stops: 'Bank transfers: incoming money is not seen, refunds are not sent',
  },
  disk_low: {
    watches: 'Each disk that is written to has more than 5 % or 5 GB free, and the database takes writes',
    checkedBy: 'each api and worker; the signer reports it as a cause of `signer_unreachable`',
    deadlineMs: 0,
    stops: 'Everything, once the disk is full. `/readyz` answers 503 below 1 % and 500 MB, or when a write fails',
  },
  clock_wrong: {
    watches: 'The clock of the machine agrees within 30 s with the database and with the vendors',
    checkedBy: 'each api and worker; the signer reports it as a cause of `signer_unreachable`',
    deadlineMs: 0,
    stops: 'Requests to vendors that reject signatures with a wrong time',
  },
  payouts_stopped: {
    watches: 'Each credential opens the expected environment of its vendor',
    checkedBy: 'each api and worker, at the vendor',
    deadlineMs: 0,
    stops: 'Payouts',
  },
  configuration_unread: {
    watches: 'Each change of the configuration can be read',
    checkedBy: 'each api and worker',
    deadlineMs: 0,
    stops: 'Nothing, but the change has no effect: the process continues with the rows that it read before',
  },
  backup_overdue: {
    watches: 'The file `BACKUP_MARKER_FILE` was written within `BACKUP_MAXIMUM_AGE_HOURS`',
    checkedBy: 'each worker for which it is set',
    deadlineMs: 0,
    stops: 'Nothing, until the database is lost',
  },
  certificate_expiring: {
    watches: 'No certificate in `TLS_CERTIFICATE_FILES` expires within 14 days',
    checkedBy: 'each worker for which it is set',
    deadlineMs: 0,
    stops: 'All visits of buyers, once a certificate has expired',
  },
} as const satisfies { readonly [Kind in AlertKind]?: Heartbeat };

export type HeartbeatKind = keyof typeof heartbeats;

export const heartbeatKinds = Object.keys(heartbeats) as readonly HeartbeatKind[];

/** A check that fails. */
export type HeartbeatFault = {
  readonly kind: HeartbeatKind;
  /** Identifies one of several of its kind, such as a folder or a task; '' if there is only one. */
  readonly subject: string;
  readonly fault: string;
  /** How long the check has failed. */
  readonly ageMs: number;
};

export function isUnready(kind: HeartbeatKind, role: HeartbeatRole): boolean {
  const { unready }: Heartbeat = heartbeats[kind];
  return unready?.includes(role) ?? false;
}
