import type { Outcome } from '../outcome.ts';

/** One complete published list. */
export type SanctionsList = {
  readonly source: string;
  /** The edition's date or the publisher's tag (ETag), else the hash. */
  readonly version: string;
  /** SHA-256 of the canonical content, hexadecimal: sorted distinct addresses, one per line. */
  readonly hash: string;
  /** Date of this edition: the date in the file, else the last change of its newest file; undefined if a file has none. */
  readonly publishedAt?: Date;
  /** Spelled by the publisher: an EVM address with or without the case of its checksum. */
  readonly addresses: readonly string[];
};

/** Source of a complete list: `fetchList` returns `unavailable` if any part cannot be read. */
export interface SanctionsSource {
  readonly id: string;
  fetchList(): Promise<Outcome<SanctionsList>>;
}
