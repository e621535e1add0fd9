import type { Outcome } from '../outcome.ts';

/** One complete published list. */
export type SanctionsList = {
  readonly source: string;
  /** The publisher's name of this edition (its date or its tag), else the hash. */
  readonly version: string;
  /** SHA-256 of the canonical content, hexadecimal: sorted distinct addresses, one per line. */
  readonly hash: string;
  /** When this edition was made: the date inside, else that of its newest file; undefined if there is none. */
  readonly publishedAt?: Date;
  /** Spelled by the publisher: an EVM address with or without the case of its checksum. */
  readonly addresses: readonly string[];
};

/** Source of a complete list: if any part cannot be read, it is `unavailable`. */
export interface SanctionsSource {
  readonly id: string;
  fetchList(): Promise<Outcome<SanctionsList>>;
}
