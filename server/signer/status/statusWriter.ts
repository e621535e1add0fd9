/** An unchanged report is written again after this time, as a heartbeat. */
const HEARTBEAT_MS = 30_000;

type StatusWriterOptions<Report> = {
  word(): Promise<Report>;
  write(said: Report): Promise<void>;
  /** Returns the time of the machine's clock. */
  now(): Date;
};

/**
 * Returns a function that writes the report if it changed, the heartbeat is due, or another process may have written one since.
 * Call it every few seconds.
 */
export function createStatusWriter<Report extends object>({
  word,
  write,
  now,
}: StatusWriterOptions<Report>): (isReplaced?: boolean) => Promise<void> {
  let told = '';
  let toldAt = 0;
  return async (isReplaced = false) => {
    const said = await word();
    const text = JSON.stringify(said);
    if (!isReplaced && text === told && now().getTime() - toldAt < HEARTBEAT_MS) return;
    await write(said);
    told = text;
    toldAt = now().getTime();
  };
}
