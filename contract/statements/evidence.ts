/**
 * Dispute evidence that a person adds, shared by browser, command line and server. The limits are Stripe's, the strictest of
 * the built-in acquirers.
 */

/**
 * Kinds of files; at most one of each, since Stripe's evidence has one field for each
 * (docs.stripe.com/api/disputes/evidence_object).
 */
export const evidenceFileKinds = ['communication', 'delivery', 'receipt', 'policy', 'other'] as const;
export type EvidenceFileKind = (typeof evidenceFileKinds)[number];

/** Magic bytes of the types allowed for `dispute_evidence` (docs.stripe.com/file-upload, the table of purposes). */
const MAGIC_BYTES = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const;
export type EvidenceFileType = keyof typeof MAGIC_BYTES;

/**
 * Limit for all files together: a single file may have 5 MB (docs.stripe.com/file-upload), an answer at most 4.5 MB in
 * Stripe's dashboard.
 */
export const MAX_EVIDENCE_BYTES = 4_500_000;

/** Half of a field's limit (docs.stripe.com/api/disputes/update): the order's records follow the text in the same field. */
export const MAX_EVIDENCE_TEXT_LENGTH = 10_000;

/** Returns the type of a file by its content; undefined for a type that acquirers do not accept. */
export function detectEvidenceFileType(bytes: Uint8Array): EvidenceFileType | undefined {
  return (Object.keys(MAGIC_BYTES) as EvidenceFileType[]).find((type) =>
    MAGIC_BYTES[type].every((byte, at) => bytes[at] === byte),
  );
}

type EvidenceFile = { readonly kind: EvidenceFileKind; readonly bytes: Uint8Array };

/** Returns a message why these files cannot be sent; undefined if they can. */
export function findEvidenceFilesFault(files: readonly EvidenceFile[]): string | undefined {
  for (const [at, { kind, bytes }] of files.entries()) {
    if (files.findIndex((file) => file.kind === kind) !== at)
      return `There are two files of the same kind (${kind}). Combine them into one PDF.`;
    if (bytes.length === 0) return `The file for ${kind} is empty.`;
    if (detectEvidenceFileType(bytes) === undefined)
      return `The file for ${kind} is not a PDF, JPEG or PNG, despite its name.`;
  }
  const whole = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return whole > MAX_EVIDENCE_BYTES ? 'The files are larger than 4.5 MB in total. Make them smaller.' : undefined;
}

/** The signed content: the dispute's order and amount, and the hashes (SHA-256, hexadecimal) of the text and of each file. */
export type SignedEvidence = {
  readonly order: string;
  readonly amount: string;
  readonly text: string;
  readonly files: readonly { readonly kind: EvidenceFileKind; readonly sha256: string }[];
};

/**
 * Returns the evidence as a request's input: `files` is `delivery:<hash> receipt:<hash>`, in the order of {@link
 * evidenceFileKinds}.
 */
export function formatEvidenceInput({ order, amount, text, files }: SignedEvidence): Record<string, string> {
  const inOrder = files.toSorted((a, b) => evidenceFileKinds.indexOf(a.kind) - evidenceFileKinds.indexOf(b.kind));
  return { order, amount, text, files: inOrder.map(({ kind, sha256 }) => `${kind}:${sha256}`).join(' ') };
}
