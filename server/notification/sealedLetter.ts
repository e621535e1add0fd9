import { seal, unsealAny } from '../platform/sealing.ts';
import type { PurposeKeys } from '../platform/secrets.ts';

export type Letter = { readonly subject: string; readonly body: string };

/** For the row of this id alone. */
export function sealLetter([key]: PurposeKeys, id: string, { subject, body }: Letter): Buffer {
  return seal(key, id, Buffer.from(JSON.stringify({ subject, body })));
}

/** Throws where none of the keys has sealed it. */
export function openLetter(keys: PurposeKeys, id: string, sealed: Uint8Array): Letter {
  return JSON.parse(unsealAny(keys, id, sealed).toString()) as Letter;
}
