import {
  type EvidenceFileKind,
  type EvidenceFileType,
  evidenceFileKinds,
  evidenceFileType,
} from '@slipway/contract/statements/evidence.ts';

/** A file that somebody has chosen. Its name is for them alone: nobody else is told it. */
export type ChosenFile = {
  readonly kind: EvidenceFileKind;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** What each kind shows, in the words of whoever chooses one. */
export const KIND_WORDS: Readonly<Record<EvidenceFileKind, string>> = {
  communication: 'Letters with the buyer',
  delivery: 'That the coins were delivered',
  receipt: 'The receipt that the buyer got',
  policy: 'Terms, as the buyer was shown them',
  other: 'Anything else',
};

const TYPE_WORDS: Readonly<Record<EvidenceFileType, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
};

/** `PDF, 214 kB`: by its bytes. */
export function sizeWords({ bytes }: Pick<ChosenFile, 'bytes'>): string {
  const type = evidenceFileType(bytes);
  return `${type ? TYPE_WORDS[type] : 'unknown'}, ${Math.max(1, Math.round(bytes.length / 1000))} kB`;
}

/** In the order in which they are signed. */
export function withFile(
  files: readonly ChosenFile[],
  kind: EvidenceFileKind,
  file?: ChosenFile,
): readonly ChosenFile[] {
  const others = files.filter((one) => one.kind !== kind);
  return [...others, ...(file ? [file] : [])].toSorted(
    (a, b) => evidenceFileKinds.indexOf(a.kind) - evidenceFileKinds.indexOf(b.kind),
  );
}

/** SHA-256 in hexadecimal. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A call of a function takes so many arguments and no more. */
const AT_ONCE = 0x80_00;

export function base64OfFile({ bytes }: Pick<ChosenFile, 'bytes'>): string {
  let letters = '';
  for (let from = 0; from < bytes.length; from += AT_ONCE)
    letters += String.fromCharCode(...bytes.subarray(from, from + AT_ONCE));
  return btoa(letters);
}
