import type { SignerStatus } from './signerStatus.ts';

/** An unchanged report is written again after this time, as a heartbeat. */
const HEARTBEAT_MS = 30_000;

type StatusWriterOptions = {
  word(): Promise<SignerStatus>;
  write(said: SignerStatus): Promise<void>;
  /** Returns the time of the machine's clock. */
  now(): Date;
};

/** Returns a function that writes the report if it changed or the heartbeat is due. Call it every few seconds. */
export function createStatusWriter({ word, write, now }: StatusWriterOptions): () => Promise<void> {
  let told = '';
  let toldAt = 0;
  return async () => {
    const said = await word();
    const text = JSON.stringify(said);
    if (text === told && now().getTime() - toldAt < HEARTBEAT_MS) return;
    await write(said);
    told = text;
    toldAt = now().getTime();
  };
}
