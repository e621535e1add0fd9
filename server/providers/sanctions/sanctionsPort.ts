import type { Outcome } from '../outcome.ts';

/** One published list, whole. */
export type SanctionsList = {
  readonly source: string;
  /** As the publisher names this edition (its date or its tag), else the hash. */
  readonly version: string;
  /** SHA-256 of the canonical content, hexadecimal: sorted distinct addresses, one per line. */
  readonly hash: string;
  /** When this edition was made: the date inside, else that of its newest file; undefined where nothing says it. */
  readonly publishedAt?: Date;
  /** As the publisher spells them: an EVM address comes with or without the capitals of its checksum. */
  readonly addresses: readonly string[];
};

/** A list comes whole or not at all: whatever stands in the way of a part of it is `unavailable`. */
export interface SanctionsSource {
  readonly id: string;
  fetchList(): Promise<Outcome<SanctionsList>>;
}
