import type { RoleName } from '../roles/roleNames.ts';

/**
 * A role's rights to the rows of a table, in PostgreSQL's letters: `r` selects, `a` inserts, `w` updates, `d` deletes
 * (https://www.postgresql.org/docs/current/ddl-priv.html). Only the owner truncates, alters or creates.
 */
export type TableRights = '' | 'r' | 'a' | 'ra' | 'rw' | 'rd' | 'raw' | 'rad' | 'rwd' | 'rawd';

/** The minimum that each process needs. */
type RoleRights = readonly [
  api: TableRights,
  worker: TableRights,
  signer: TableRights,
  clerk: TableRights,
  operator: TableRights,
];

/** Columns to which a letter of a role's rights is limited; all columns if omitted. */
type ColumnRights = {
  readonly r?: readonly string[];
  readonly a?: readonly string[];
  readonly w?: readonly string[];
};

/** Rights to a table or view. */
export type AccessRights = {
  readonly rights: RoleRights;
  readonly columns?: { readonly [Role in RoleName]?: ColumnRights };
};

/** How a column protects personal data from readers of the database. */
export type Protection =
  | 'sealed'
  | 'hash'
  | 'by a key of `SLIPWAY_SECRET`'
  | 'wrapped by `PERSONAL_DATA_KEYS`'
  | 'in the clear';

/** Who may use a table, and its personal data. What it contains is stated by its comment in the migrations. */
export type TableDescription = AccessRights & {
  /** How long its rows are kept. */
  readonly retention: string;
  /** Who can see it. */
  readonly seen: string;
  /** Columns with personal data, and what they contain. */
  readonly personal: Readonly<Record<string, readonly [Protection, string]>>;
  /** All other columns, separated by spaces. */
  readonly other: string;
};

export type TableDescriptions = Readonly<Record<string, TableDescription>>;
