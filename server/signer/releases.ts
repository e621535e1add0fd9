import { z } from 'zod';
import { inOrder, type Link, openChain, type RecordParts, type Unlinked } from './chainedRows.ts';

/** A transfer that a file asks the bank for, as it was judged; whom it names is in the file alone. */
const releasedTransfer = z.strictObject({
  /** The end-to-end id. */
  refund: z.string(),
  /** The booking, or the acquirer's payment, whose money it gives back. */
  receipt: z.string(),
  /** The reference of an order that the booking bears; '' for none. */
  reference: z.string(),
  block: z.string(),
  currency: z.string(),
  /** Minor units, in decimal digits. */
  units: z.string().regex(/^\d+$/),
});

export type ReleasedTransfer = Readonly<z.output<typeof releasedTransfer>>;

const content = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('transfers'),
    /** SHA-256 of the file, in hex. */
    file: z.string(),
    transfers: z.array(releasedTransfer),
  }),
  /** The bank's client has a file that was released: it is never handed over again, whatever became of the copy in `sent/`. */
  z.strictObject({ kind: z.literal('handed-over') }),
  z.strictObject({ kind: z.literal('withdrawal'), crypto: z.string(), units: z.string(), address: z.string() }),
]);

/** Something that was let go, as the signer's own table keeps it. */
export type Release = Link & {
  /** The id of the file, or of the withdrawal. */
  readonly name: string;
  /** `refund RFD…`, `withdrawal 12`, `said …`: each is good for one release. */
  readonly claims: readonly string[];
  readonly content: z.output<typeof content>;
  /** By the clock of the signer's machine. */
  readonly releasedAt: Date;
};

type TransfersFile = Extract<Release['content'], { kind: 'transfers' }>;

/** Everything that was ever let go, in memory and in the signer's own table. */
export type ReleaseRecord = {
  size(): number;
  /** Whether something was let go with it. */
  isUsed(claim: string): boolean;
  fileOf(batchId: string): TransfersFile | undefined;
  wasHandedOver(batchId: string): boolean;
  /** What was asked of the bank of the money of these receipts, or of those that bear the reference. */
  transfersOf(of: { readonly receipts: readonly string[]; readonly reference: string }): readonly ReleasedTransfer[];
  /** The file in which a transfer of that id stands. */
  fileWith(refund: string): (TransfersFile & Pick<Release, 'releasedAt'> & { readonly batchId: string }) | undefined;
  /** Kept for good when it resolves. One at a time. */
  add(release: Unlinked<Release>): Promise<void>;
};

/** Rejects with a `BrokenRecordError` where the table is not what was let go. */
export async function createReleaseRecord(parts: RecordParts<Release>): Promise<ReleaseRecord> {
  const used = new Set<string>();
  const files = new Map<string, TransfersFile & Pick<Release, 'releasedAt'>>();
  const handedOver = new Set<string>();
  const byRefund = new Map<string, string>();
  const byReceipt = new Map<string, ReleasedTransfer[]>();
  const byReference = new Map<string, ReleasedTransfer[]>();

  const chain = await openChain<Release>({
    noun: 'release',
    ...parts,
    fieldsOf: ({ name, claims, content: said, releasedAt }) => [name, claims, inOrder(said), releasedAt.toISOString()],
    remember({ name, claims, content: said, releasedAt }) {
      for (const claim of claims) used.add(claim);
      if (said.kind === 'handed-over') handedOver.add(name);
      if (said.kind !== 'transfers') return;
      files.set(name, { ...said, releasedAt });
      for (const transfer of said.transfers) {
        byRefund.set(transfer.refund, name);
        byReceipt.set(transfer.receipt, [...(byReceipt.get(transfer.receipt) ?? []), transfer]);
        if (transfer.reference !== '')
          byReference.set(transfer.reference, [...(byReference.get(transfer.reference) ?? []), transfer]);
      }
    },
  });

  return {
    size: chain.size,
    isUsed: (claim) => used.has(claim),
    fileOf: (batchId) => files.get(batchId),
    wasHandedOver: (batchId) => handedOver.has(batchId),
    transfersOf: ({ receipts, reference }) => [
      ...new Set([
        ...receipts.flatMap((receipt) => byReceipt.get(receipt) ?? []),
        ...(byReference.get(reference) ?? []),
      ]),
    ],
    fileWith(refund) {
      const batchId = byRefund.get(refund);
      const file = batchId === undefined ? undefined : files.get(batchId);
      return batchId !== undefined && file ? { ...file, batchId } : undefined;
    },
    add: async (release) => void (await chain.add({ ...release, content: content.parse(release.content) })),
  };
}
