import { CHECK_MS, type Heartbeat, heartbeatKinds, heartbeats, REPORT_VALID_MS } from './heartbeats.ts';

/** Returns docs/heartbeats.md: the checks and the processes that run them. */
export function drawHeartbeats(): string {
  return [
    '# Heartbeats',
    '',
    '<!-- Written by `npm run draw` from server/notification/heartbeats/heartbeats.ts. -->',
    '',
    'Everything that must run for money to move is checked, has a deadline, and has an alert that names it.',
    '',
    `- Each api and worker checks what it can every ${CHECK_MS / 1_000} seconds and writes the result to the table \`heartbeats\`.`,
    '- A worker compares the results of all processes. It raises an alert when a check has failed until its deadline and settles',
    '  the alert when the cause has ended. The fact `fault` has the cause, `processes` the processes that report it.',
    `- A process that has not reported for ${REPORT_VALID_MS / 1_000} seconds has ended: what it reported no longer counts.`,
    '- [alerts.md](alerts.md#alerts) lists what to do about each alert.',
    '',
    '| alert | what is checked | by whom | deadline | what stops | `/readyz` answers 503 |',
    '| --- | --- | --- | --- | --- | --- |',
    ...heartbeatKinds.map((kind) => formatHeartbeatRow(kind, heartbeats[kind])),
    '',
    '## Deadlines of tasks',
    '',
    'The first check that finds a task overdue raises the alert: no round has succeeded for two minutes, or for three of its pauses',
    'if that is longer.',
    '',
    '## If no worker runs',
    '',
    'Workers send mail, webhooks and pushes. If none runs, an api raises `worker_absent`, which the console shows and',
    '`slipway_open_alerts` counts. Run Prometheus with the rules in `deploy/prometheus/alerts.yaml` to be notified of it.',
    '',
    '## Backups and certificates',
    '',
    'Both are off until their variables are set on a worker.',
    '',
    '| variable | |',
    '| --- | --- |',
    '| `BACKUP_MARKER_FILE` | A file that your backup writes or touches after it has succeeded. Its age is checked. |',
    '| `BACKUP_MAXIMUM_AGE_HOURS` | How old it may be; 26 unless set. |',
    '| `TLS_CERTIFICATE_FILES` | PEM files of the certificates that your proxy serves, with commas between. The worker has to be able to read them; no private key belongs there. |',
    "| `DISK_FOLDERS` | Folders whose disks are checked in addition to those that the process writes to: name the database's if it is on the same machine. |",
    '',
  ].join('\n');
}

function formatHeartbeatRow(kind: string, { watches, checkedBy, deadlineMs, stops, unready }: Heartbeat): string {
  const deadline = deadlineMs === 0 ? 'at once' : `${deadlineMs / 1_000} s`;
  return `| \`${kind}\` | ${watches} | ${checkedBy} | ${deadline} | ${stops} | ${unready?.map((role) => `of a ${role}`).join(', ') ?? ''} |`;
}
