/** The bank's status of a file of transfers, of one of its blocks, or of one transfer. */
export type TransferStatus = {
  /** A code of ISO 20022's external status codes, such as `RJCT`; '' if there is none at this level. */
  readonly status: string;
  /** Reason, as a code of ISO 20022's external status reasons or a proprietary one; several are joined by a comma. */
  readonly reason: string;
  /** Further text of the bank. */
  readonly bankText: string;
};

/** The bank's report on a file that the product sent, before or instead of bookings. */
export type TransferReport = {
  readonly reportId: string;
  /** As written by the bank: an ISO date and time, possibly without an offset. */
  readonly createdAt: string;
  /** Batch id of the reported file. */
  readonly batchId: string;
  /** Message type of the reported file, such as `pain.001.001.09`; '' if it is not stated. */
  readonly reportedMessageType: string;
  readonly file: TransferStatus;
  readonly blocks: readonly (TransferStatus & {
    /** '' if it is not stated. */
    readonly blockId: string;
    /** `ids`: the distinct ids in the report's two id fields. The product writes the same id into both. */
    readonly transfers: readonly (TransferStatus & { readonly ids: readonly string[] })[];
  })[];
};
