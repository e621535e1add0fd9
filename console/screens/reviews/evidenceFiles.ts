import {
  detectEvidenceFileType,
  type EvidenceFileKind,
  type EvidenceFileType,
  evidenceFileKinds,
} from '@slipway/contract/statements/evidence.ts';

/** A chosen file. Its name is never sent. */
export type ChosenFile = {
  readonly kind: EvidenceFileKind;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** Labels of the kinds of files. */
export const KIND_LABELS: Readonly<Record<EvidenceFileKind, string>> = {
  communication: 'Correspondence with the buyer',
  delivery: 'Proof of delivery',
  receipt: 'Receipt sent to the buyer',
  policy: 'Terms shown to the buyer',
  other: 'Other document',
};

const TYPE_LABELS: Readonly<Record<EvidenceFileType, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
};

/** Returns `PDF, 214 kB`; the type is detected from the bytes. */
export function formatTypeAndSize({ bytes }: Pick<ChosenFile, 'bytes'>): string {
  const type = detectEvidenceFileType(bytes);
  return `${type ? TYPE_LABELS[type] : 'unknown type'}, ${Math.max(1, Math.round(bytes.length / 1000))} kB`;
}

/**
 * Returns the files with the one of this kind replaced, or removed if `file` is undefined, in the order in which they are
 * signed.
 */
export function addFile(
  files: readonly ChosenFile[],
  kind: EvidenceFileKind,
  file?: ChosenFile,
): readonly ChosenFile[] {
  const others = files.filter((one) => one.kind !== kind);
  return [...others, ...(file ? [file] : [])].toSorted(
    (a, b) => evidenceFileKinds.indexOf(a.kind) - evidenceFileKinds.indexOf(b.kind),
  );
}

/** Limits the arguments of one function call. */
const CHUNK_BYTES = 0x80_00;

export function encodeFileAsBase64({ bytes }: Pick<ChosenFile, 'bytes'>): string {
  let letters = '';
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
    letters += String.fromCharCode(...bytes.subarray(from, from + CHUNK_BYTES));
  return btoa(letters);
}
