/** An entry of a record by which a signer becomes the only one that may append to it. */
export type TakeOver = {
  /** The name of the signer, as its operator calls it. */
  readonly signer: string;
  /** Random, for each process: two processes with one name exclude each other too. */
  readonly instance: string;
  /** The fencing token: one more than that of the take-over before. */
  readonly epoch: number;
};

/** A record that several signers share: one of them appends to it, the others follow. */
export type FollowedRecord = {
  /** Returns the number of its newest entry. */
  size(): number;
  /** Returns the newest take-over; undefined before the first. */
  lead(): TakeOver | undefined;
  /** Reads and verifies the entries that another signer has appended. */
  follow(): Promise<void>;
  /** Rejects with a {@link LeadLostError} if another signer has taken over. */
  confirmLead(): Promise<void>;
  /** Becomes the only signer that may append. */
  takeOver(by: Omit<TakeOver, 'epoch'>, at: Date): Promise<void>;
};

/** Another signer has taken over: this one may sign nothing until it takes over itself. */
export class LeadLostError extends Error {
  override name = 'LeadLostError';
}
