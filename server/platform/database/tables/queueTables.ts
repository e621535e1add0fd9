import type { AccessRights } from './tableDescription.ts';

/** Tables of the job queue (https://github.com/timgit/pg-boss), which contain no personal data. */
export const queueTables = {
  'pgboss.version': { rights: ['r', 'rw', '', '', ''] },
  'pgboss.queue': { rights: ['r', 'rw', '', '', ''] },
  'pgboss.job': { rights: ['', 'rawd', '', '', ''] },
  'pgboss.job_common': { rights: ['ra', 'rawd', '', '', ''], columns: { api: { r: ['id', 'start_after'] } } },
  'pgboss.job_dependency': { rights: ['', 'rd', '', '', ''] },
  'pgboss.bam': { rights: ['', '', '', '', ''] },
  'pgboss.queue_stats': { rights: ['', '', '', '', ''] },
  'pgboss.schedule': { rights: ['', '', '', '', ''] },
  'pgboss.subscription': { rights: ['', '', '', '', ''] },
  'pgboss.warning': { rights: ['', '', '', '', ''] },
} as const satisfies Readonly<Record<string, AccessRights>>;

/** Daily partitions that pg-boss created for statistics, which are disabled. */
export const EXEMPT_TABLE = /^pgboss\.queue_stats_\d{8}$/;
