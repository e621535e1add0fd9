import { seal, unseal } from '../platform/sealing.ts';

export type Letter = { readonly subject: string; readonly body: string };

/** For the row of this id alone. */
export function sealLetter(key: Uint8Array, id: string, { subject, body }: Letter): Buffer {
  return seal(key, id, Buffer.from(JSON.stringify({ subject, body })));
}

/** Throws where the key is another one than that which sealed it. */
export function openLetter(key: Uint8Array, id: string, sealed: Uint8Array): Letter {
  return JSON.parse(unseal(key, id, sealed).toString()) as Letter;
}
