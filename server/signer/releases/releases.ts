import { z } from 'zod';
import { type ChainLink, openRowChain, type RecordParts, sortFields, type WithoutLink } from '../record/rowChain.ts';
import type { FollowedRecord } from '../record/takeOver.ts';

/** A transfer in a file for the bank, as it was judged; the payee's name is only in the file. */
const releasedTransfer = z.strictObject({
  /** The end-to-end id. */
  refund: z.string(),
  /** The booking, or the acquirer's payment, whose money it pays back. */
  receipt: z.string(),
  /** The order reference in the booking; '' for none. */
  reference: z.string(),
  /** The id of its block in the file; '' if unknown. */
  block: z.string(),
  currency: z.string(),
  /** Minor units, in decimal digits. */
  units: z.string().regex(/^\d+$/),
});

export type ReleasedTransfer = Readonly<z.output<typeof releasedTransfer>>;

const releaseContent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('transfers'),
    /** SHA-256 of the file, in hex. */
    file: z.string(),
    transfers: z.array(releasedTransfer),
  }),
  /** A released file was handed to the bank's client. It is never handed over again, even if the copy in `sent/` is deleted. */
  z.strictObject({ kind: z.literal('handed-over') }),
  /** The release's name is the name of the signer. */
  z.strictObject({ kind: z.literal('take-over'), instance: z.string(), epoch: z.int() }),
  z.strictObject({ kind: z.literal('withdrawal'), crypto: z.string(), units: z.string(), address: z.string() }),
]);

/** One release, as the signer's own table stores it. */
export type Release = ChainLink & {
  /** The id of the file or the withdrawal. */
  readonly name: string;
  /** `refund RFD…`, `withdrawal 12`, `said …` (the hash of a signed request): each is good for one release. */
  readonly claims: readonly string[];
  readonly content: z.output<typeof releaseContent>;
  /** By the clock of the signer's machine. */
  readonly releasedAt: Date;
};

type TransfersFile = Extract<Release['content'], { kind: 'transfers' }>;

/** Every release ever made, in memory and in the signer's own table. */
export type ReleaseRecord = {
  /** Returns true if a release used up the claim. */
  isUsed(claim: string): boolean;
  findFile(batchId: string): TransfersFile | undefined;
  wasHandedOver(batchId: string): boolean;
  /** Returns the released transfers that pay back these receipts, or receipts with the reference. */
  listTransfers(of: { readonly receipts: readonly string[]; readonly reference: string }): readonly ReleasedTransfer[];
  /** Returns the file that contains a transfer of that id. */
  findFileWith(
    refund: string,
  ): (TransfersFile & Pick<Release, 'releasedAt'> & { readonly batchId: string }) | undefined;
  /** Resolves when the release is stored permanently. Rejects with a `LeadLostError` if another signer has taken over. */
  add(release: WithoutLink<Release>): Promise<void>;
} & FollowedRecord;

/** Opens the record. Rejects with a `BrokenRecordError` if the table differs from what was released. */
export async function createReleaseRecord(parts: RecordParts<Release>): Promise<ReleaseRecord> {
  const used = new Set<string>();
  const files = new Map<string, TransfersFile & Pick<Release, 'releasedAt'>>();
  const handedOver = new Set<string>();
  const byRefund = new Map<string, string>();
  const byReceipt = new Map<string, ReleasedTransfer[]>();
  const byReference = new Map<string, ReleasedTransfer[]>();

  const chain = await openRowChain<Release>({
    noun: 'release',
    ...parts,
    listFields: ({ name, claims, content, releasedAt }) => [
      name,
      claims,
      sortFields(content),
      releasedAt.toISOString(),
    ],
    readTakeOver: ({ name, content }) =>
      content.kind === 'take-over' ? { signer: name, instance: content.instance, epoch: content.epoch } : undefined,
    remember({ name, claims, content, releasedAt }) {
      for (const claim of claims) used.add(claim);
      if (content.kind === 'handed-over') handedOver.add(name);
      if (content.kind !== 'transfers') return;
      files.set(name, { ...content, releasedAt });
      for (const transfer of content.transfers) {
        byRefund.set(transfer.refund, name);
        byReceipt.set(transfer.receipt, [...(byReceipt.get(transfer.receipt) ?? []), transfer]);
        if (transfer.reference !== '')
          byReference.set(transfer.reference, [...(byReference.get(transfer.reference) ?? []), transfer]);
      }
    },
  });

  return {
    ...chain,
    isUsed: (claim) => used.has(claim),
    findFile: (batchId) => files.get(batchId),
    wasHandedOver: (batchId) => handedOver.has(batchId),
    listTransfers: ({ receipts, reference }) => [
      ...new Set([
        ...receipts.flatMap((receipt) => byReceipt.get(receipt) ?? []),
        ...(byReference.get(reference) ?? []),
      ]),
    ],
    findFileWith(refund) {
      const batchId = byRefund.get(refund);
      const file = batchId === undefined ? undefined : files.get(batchId);
      return batchId !== undefined && file ? { ...file, batchId } : undefined;
    },
    add: async (release) => void (await chain.add({ ...release, content: releaseContent.parse(release.content) })),
    takeOver: (by, at) =>
      chain.takeOver(by, ({ signer, instance, epoch }) => ({
        name: signer,
        claims: [],
        content: { kind: 'take-over', instance, epoch },
        releasedAt: at,
      })),
  };
}
