import { CHECK_MS, type Heartbeat, heartbeatKinds, heartbeats, REPORT_VALID_MS } from './heartbeats.ts';

/** Returns docs/heartbeats.md: the checks and the processes that run them. */
export function drawHeartbeats(): string {
  return [
    '# Heartbeats',
    '',
    '<!-- Written by `npm run draw` from server/notification/heartbeats/heartbeats.ts. -->',
    '',
    'For operators. Slipway checks everything that must run for money to move. Each check has a deadline and an alert.',
    '',
    `- Each api and worker runs its checks every ${CHECK_MS / 1_000} seconds and writes the results to the table \`heartbeats\`.`,
    '- A worker compares the results of all processes. It raises an alert if a check still fails at its deadline, and settles the',
    '  alert when the cause has ended. The alert has the cause (`fault`) and the processes that report it (`processes`).',
    `- A process that has not reported for ${REPORT_VALID_MS / 1_000} seconds counts as ended: its earlier results are ignored.`,
    '- [alerts.md](alerts.md#alerts) has the instructions for each alert.',
    '',
    '| alert | what is checked | checked by | deadline | what stops | `/readyz` answers 503 |',
    '| --- | --- | --- | --- | --- | --- |',
    ...heartbeatKinds.map((kind) => formatHeartbeatRow(kind, heartbeats[kind])),
    '',
    '## Deadlines of tasks',
    '',
    'A task is overdue if none of its runs has succeeded for two minutes, or for three of its intervals if that is longer. The first',
    'check that finds this raises the alert.',
    '',
    '## If no worker runs',
    '',
    'Workers send mail, webhooks and pushes. If none runs, an api raises `worker_absent`, which the console shows and',
    '`slipway_open_alerts` counts. Run Prometheus with the rules in `deploy/prometheus/alerts.yaml` to be notified of it.',
    '',
    '## Backups and certificates',
    '',
    'These checks are off until you set `BACKUP_MARKER_FILE` and `TLS_CERTIFICATE_FILES` on a worker',
    '([variables.md](variables.md#alerts-and-reports)). The worker must be able to read the certificates; do not add private keys.',
    '',
  ].join('\n');
}

function formatHeartbeatRow(kind: string, { watches, checkedBy, deadlineMs, stops, unready }: Heartbeat): string {
  const deadline = deadlineMs === 0 ? 'at once' : `${deadlineMs / 1_000} s`;
  return `| \`${kind}\` | ${watches} | ${checkedBy} | ${deadline} | ${stops} | ${unready?.map((role) => `of a ${role}`).join(', ') ?? ''} |`;
}
