import type { SignerWord } from './signerWord.ts';

/** Said again after so long though nothing has changed: whoever reads it knows that the signer is there. */
const HEARTBEAT_MS = 30_000;

type Telling = {
  word(): Promise<SignerWord>;
  write(said: SignerWord): Promise<void>;
  /** The machine's. */
  now(): Date;
};

/** Writes how the signer stands where that has changed, or was not said for a while. For somebody to call every few seconds. */
export function createTelling({ word, write, now }: Telling): () => Promise<void> {
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
