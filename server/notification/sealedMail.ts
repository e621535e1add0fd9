import { seal, unsealAny } from '../platform/sealing.ts';
import type { PurposeKeys } from '../platform/secrets.ts';

export type MailContent = { readonly subject: string; readonly body: string };

/** Seals an email. The id is part of the seal, so that the content cannot be opened as that of another row. */
export function sealMailContent([key]: PurposeKeys, id: string, { subject, body }: MailContent): Buffer {
  return seal(key, id, Buffer.from(JSON.stringify({ subject, body })));
}

/** Opens a sealed email. Throws if none of the keys sealed it for this id. */
export function openMailContent(keys: PurposeKeys, id: string, sealed: Uint8Array): MailContent {
  return JSON.parse(unsealAny(keys, id, sealed).toString()) as MailContent;
}
