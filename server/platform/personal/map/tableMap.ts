/** How a column protects personal data from readers of the database. */
export type Protection =
  | 'sealed'
  | 'hash'
  | 'by a key of `SLIPWAY_SECRET`'
  | 'wrapped by `PERSONAL_DATA_KEYS`'
  | 'in the clear';

/** The personal data of one table. */
export type MappedTable = {
  readonly about: string;
  /** How long its rows are kept. */
  readonly retention: string;
  /** Who can see it. */
  readonly seen: string;
  /** Columns with personal data, and what they contain. */
  readonly personal: Readonly<Record<string, readonly [Protection, string]>>;
  /** All other columns, separated by spaces. */
  readonly other: string;
};

export type TableMap = Readonly<Record<string, MappedTable>>;
