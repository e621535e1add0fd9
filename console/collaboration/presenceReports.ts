import { consoleCall } from '../api/consoleCall.ts';
import { TAB } from '../api/live.ts';

/** The server's limit for one tab. */
const MAX_REPORTED_ITEMS = 50;
/** Combines changes of one navigation step in one report. */
const REPORT_DELAY_MS = 50;

const viewCounts = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
let lastReport: Promise<unknown> = Promise.resolve();

/** Reports that this page shows the subject, until the returned function is called. Two parts may show the same subject. */
export function reportViewing(subject: string): () => void {
  viewCounts.set(subject, (viewCounts.get(subject) ?? 0) + 1);
  schedulePresenceReport();
  return () => {
    const remaining = (viewCounts.get(subject) ?? 1) - 1;
    if (remaining > 0) viewCounts.set(subject, remaining);
    else viewCounts.delete(subject);
    schedulePresenceReport();
  };
}

/**
 * Sends a report of all shown subjects, up to the limit, after a short delay. Reports are sent one after the other, because an
 * earlier one that arrives late would undo a later one. Failures are ignored.
 */
export function schedulePresenceReport(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    lastReport = lastReport
      .then(() => consoleCall('look', { tab: TAB, subjects: [...viewCounts.keys()].slice(0, MAX_REPORTED_ITEMS) }))
      .catch(() => undefined);
  }, REPORT_DELAY_MS);
}
