/** An unchanged report is written again after this time, as a heartbeat. */
const HEARTBEAT_MS = 30_000;

type StatusWriterOptions<Report> = {
  buildReport(): Promise<Report>;
  write(report: Report): Promise<void>;
  /** Returns the time of the machine's clock. */
  now(): Date;
};

/**
 * Returns a function that writes the report if it changed, the heartbeat is due, or another process may have written one since.
 * Call it every few seconds.
 */
export function createStatusWriter<Report extends object>({
  buildReport,
  write,
  now,
}: StatusWriterOptions<Report>): (isReplaced?: boolean) => Promise<void> {
  let writtenText = '';
  let writtenAt = 0;
  return async (isReplaced = false) => {
    const report = await buildReport();
    const text = JSON.stringify(report);
    if (!isReplaced && text === writtenText && now().getTime() - writtenAt < HEARTBEAT_MS) return;
    await write(report);
    writtenText = text;
    writtenAt = now().getTime();
  };
}
