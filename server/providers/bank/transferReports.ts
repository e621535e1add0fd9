/** What the bank says of a file of transfers, of a block of it, or of one transfer. */
export type TransferWord = {
  /** A code of ISO 20022's external status codes, such as `RJCT`; '' where nothing is said at this level. */
  readonly status: string;
  /** Why, as a code of ISO 20022's external status reasons or of the bank's own; several are joined by a comma. */
  readonly reason: string;
  /** What the bank says besides. */
  readonly words: string;
};

/** What the bank says of a file of ours, before anything of it is booked or instead. */
export type TransferReport = {
  readonly reportId: string;
  /** As the bank wrote it: an ISO date and time, perhaps without an offset. */
  readonly createdAt: string;
  /** The file that it is about, by the batch's id that whoever wrote that file gave it. */
  readonly batchId: string;
  /** The kind of message that the file was, such as `pain.001.001.09`; '' when it is not told. */
  readonly about: string;
  readonly file: TransferWord;
  readonly blocks: readonly (TransferWord & {
    /** '' when it is not told. */
    readonly blockId: string;
    /** `ids`: each that is told of the transfer, once. One of ours has one. */
    readonly transfers: readonly (TransferWord & { readonly ids: readonly string[] })[];
  })[];
};
