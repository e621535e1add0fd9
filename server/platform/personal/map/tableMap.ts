/** How a column keeps what it says of a person from whoever reads the database. */
export type Protection =
  | 'sealed'
  | 'hash'
  | 'by a key of `SLIPWAY_SECRET`'
  | 'wrapped by `PERSONAL_DATA_KEYS`'
  | 'in the clear';

/** What one table keeps of persons. */
export type MappedTable = {
  readonly about: string;
  /** How long. */
  readonly kept: string;
  /** Who gets to see it. */
  readonly seen: string;
  /** Columns that say something of a person, with what they say. */
  readonly personal: Readonly<Record<string, readonly [Protection, string]>>;
  /** Every other column, with spaces between. */
  readonly other: string;
};

export type TableMap = Readonly<Record<string, MappedTable>>;
