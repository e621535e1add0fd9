/**
 * What a person adds to the answer to a dispute, as browser, command line and server agree on it. The limits are Stripe's,
 * which is the strictest of what is built in; an acquirer that takes more takes this.
 */

/** What a file shows; one of each at most, as Stripe's evidence has one field for each (docs.stripe.com/api/disputes/evidence_object). */
export const evidenceFileKinds = ['communication', 'delivery', 'receipt', 'policy', 'other'] as const;
export type EvidenceFileKind = (typeof evidenceFileKinds)[number];

/** Of `dispute_evidence` (docs.stripe.com/file-upload, the table of purposes), by their first bytes. */
const BEGINNINGS = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const;
export type EvidenceFileType = keyof typeof BEGINNINGS;

/** All files together: a file may have 5 MB by itself (docs.stripe.com/file-upload), an answer no more than 4.5 MB in Stripe's dashboard. */
export const MOST_EVIDENCE_BYTES = 4_500_000;

/** Half of what a field takes (docs.stripe.com/api/disputes/update): our own records stand below the words in the same field. */
export const LONGEST_EVIDENCE_WORDS = 10_000;

/** What a file is, whatever it is called; undefined for what no acquirer takes. */
export function evidenceFileType(bytes: Uint8Array): EvidenceFileType | undefined {
  return (Object.keys(BEGINNINGS) as EvidenceFileType[]).find((type) =>
    BEGINNINGS[type].every((byte, at) => bytes[at] === byte),
  );
}

type EvidenceFile = { readonly kind: EvidenceFileKind; readonly bytes: Uint8Array };

/** Why these files cannot be sent, in words for whoever has chosen them; undefined where they can. */
export function faultOfFiles(files: readonly EvidenceFile[]): string | undefined {
  for (const [at, { kind, bytes }] of files.entries()) {
    if (files.findIndex((file) => file.kind === kind) !== at)
      return `There are two files that show the same (${kind}): put them into one PDF.`;
    if (bytes.length === 0) return `The file for ${kind} is empty.`;
    if (evidenceFileType(bytes) === undefined)
      return `The file for ${kind} is no PDF, JPEG or PNG, whatever it is called.`;
  }
  const whole = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return whole > MOST_EVIDENCE_BYTES ? 'The files are larger than 4.5 MB together: make them smaller.' : undefined;
}

/** What is signed: the dispute's order and amount, and by their hashes (SHA-256, hexadecimal) the words and each file. */
export type SignedEvidence = {
  readonly order: string;
  readonly amount: string;
  readonly words: string;
  readonly files: readonly { readonly kind: EvidenceFileKind; readonly sha256: string }[];
};

/** As a request's input has it: `files` is `delivery:<hash> receipt:<hash>`, in the order of {@link evidenceFileKinds}. */
export function inputOfEvidence({ order, amount, words, files }: SignedEvidence): Record<string, string> {
  const inOrder = files.toSorted((a, b) => evidenceFileKinds.indexOf(a.kind) - evidenceFileKinds.indexOf(b.kind));
  return { order, amount, words, files: inOrder.map(({ kind, sha256 }) => `${kind}:${sha256}`).join(' ') };
}
