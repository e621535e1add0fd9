import { appendAuditLine } from '../platform/audit/auditStore.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { computeRowEdition } from './computeRowEdition.ts';
import {
  ConfigurationError,
  type ConfigurationKind,
  type ConfigurationRow,
  isConfigurationKind,
  parseConfiguration,
  parseConfigurationRow,
} from './configurationKinds.ts';
import {
  deleteConfigurationRow,
  insertNewSeeds,
  lockConfiguration,
  readConfigurationRows,
  readSoldIds,
  saveConfigurationRow,
} from './configurationStore.ts';
import { readSeedFolders, SEEDS_FOLDER } from './readSeeds.ts';
import { requireSameAsSold } from './requireSameAsSold.ts';
import { buildSettings, type Settings } from './settings.ts';

/** The person who requested a change, the reason, and the approver: stored permanently in the audit trail. */
export type Decision = { readonly who: string; readonly why: string; readonly approvedBy?: string };

/**
 * Rows of these kinds are never removed: orders refer to currencies and cryptos, which are disabled instead, and every
 * rule needs a value.
 */
const NEVER_REMOVED: ReadonlySet<ConfigurationKind> = new Set(['currency', 'crypto', 'rule']);

/** Returns why rows of a kind are never removed; undefined for other kinds, and for an unknown kind. */
export function explainKept(kind: string): string | undefined {
  if (!isConfigurationKind(kind) || !NEVER_REMOVED.has(kind)) return undefined;
  return kind === 'rule'
    ? 'a rule cannot be deleted, because it needs a value. Set another value instead'
    : `a ${kind} cannot be deleted, because orders may refer to it. Disable it instead (enabled=false)`;
}

/** Returns true if rows of a kind may be removed, also for an unknown kind: its rows are then reported as missing. */
export function canBeRemoved(kind: string): boolean {
  return explainKept(kind) === undefined;
}

/** Fields of a row to change; null removes an optional field. */
export type FieldChanges = Readonly<Record<string, unknown>>;

type NamedRow = {
  readonly kind: string;
  readonly key: string;
  /** {@link computeRowEdition} of the row that the requester saw. The change is refused if the row differs now. */
  readonly edition?: string | undefined;
};

/** `fields` null removes the row. */
type RequestedRowChange = NamedRow & { readonly fields: FieldChanges | null };

/**
 * Inserts seed rows that are new since the last call, and records them in the audit trail. The operator's folders take
 * precedence over the product's. Rows belong to the operator once they are inserted: changed and removed ones stay so.
 */
export async function seedConfiguration(database: Database, folders: readonly string[]): Promise<void> {
  const seeds = await readSeedFolders([...folders, SEEDS_FOLDER]);
  await database.transaction(async (transaction) => {
    await lockConfiguration(transaction);
    const inserted = await insertNewSeeds(transaction, seeds);
    buildSettings(parseConfiguration(await readConfigurationRows(transaction)));
    if (inserted.length === 0) return;
    await appendAuditLine(transaction, {
      who: 'seeds',
      approvedBy: null,
      why: 'values that come with the product',
      action: 'seed',
      subject: 'configuration',
      before: null,
      after: inserted.map(({ kind, key }) => `${kind} ${key}`),
    });
  });
}

/**
 * Updates fields of a row, or creates it, and records the change in the audit trail. Returns the row's value before (null
 * if it is new) and after. Throws {@link ConfigurationError} if the row has another edition than the requested one, or the
 * resulting configuration is inconsistent.
 */
export async function setRow(
  transaction: Transaction,
  { kind, key, fields, edition }: NamedRow & { readonly fields: FieldChanges },
  decision: Decision,
): Promise<{ readonly before: unknown; readonly after: unknown }> {
  await lockConfiguration(transaction);
  const { before, row } = await checkUpdate(transaction, { kind, key, fields, edition });
  await saveConfigurationRow(transaction, row);
  const subject = `${kind} ${key}`;
  await appendAuditLine(transaction, { ...toAuditFields(decision), action: 'set', subject, before, after: row.value });
  return { before, after: row.value };
}

/** A preview of a change: the row's value and the settings before and after it. A missing row's value is null. */
export type PlannedChange = {
  readonly before: unknown;
  readonly after: unknown;
  readonly now: Settings;
  readonly next: Settings;
};

/**
 * Returns what a change would do, without writing it; `fields` null removes the row. Throws {@link ConfigurationError}
 * if the change would be refused now.
 */
export async function planChange(database: Database, change: RequestedRowChange): Promise<PlannedChange> {
  return database.transaction(async (transaction) => {
    const planned = await checkUpdateOrRemoval(transaction, change);
    return {
      before: planned.before,
      after: change.fields === null ? null : planned.row.value,
      now: buildSettings(parseConfiguration(planned.rows)),
      next: buildSettings(parseConfiguration(planned.rowsAfter)),
    };
  });
}

/**
 * Returns the row's value before a change (null if it does not exist), and writes nothing. Throws
 * {@link ConfigurationError} if the change would be refused now.
 */
export async function checkChange(
  database: Database,
  change: RequestedRowChange,
): Promise<{ readonly before: unknown }> {
  return database.transaction((transaction) => checkUpdateOrRemoval(transaction, change));
}

async function checkUpdateOrRemoval(
  transaction: Transaction,
  { fields, ...row }: RequestedRowChange,
): Promise<CheckedChange> {
  return fields === null ? checkRemoval(transaction, row) : checkUpdate(transaction, { ...row, fields });
}

/** The changed or removed row, its value before, and all rows before and after the change. */
type CheckedChange = {
  readonly before: unknown;
  readonly row: ConfigurationRow;
  readonly rows: readonly ConfigurationRow[];
  readonly rowsAfter: readonly ConfigurationRow[];
};

/** Returns the row as the change would leave it. Throws {@link ConfigurationError} if it is not consistent with the others. */
async function checkUpdate(
  transaction: Transaction,
  { kind, key, edition, fields }: NamedRow & { readonly fields: FieldChanges },
): Promise<CheckedChange> {
  const rows = await readConfigurationRows(transaction);
  const before = rows.find((row) => row.kind === kind && row.key === key)?.value ?? null;
  requireEdition({ kind, key, edition }, before);
  const merged = Object.entries<unknown>(Object.assign({}, before, fields)).filter(([, value]) => value !== null);
  const row = { kind, key, value: parseConfigurationRow({ kind, key, value: Object.fromEntries(merged) }).value };
  const rowsAfter = [...excludeRow(rows, row), row];
  await requireConsistent(transaction, rows, rowsAfter, row.kind);
  return { before, row, rows, rowsAfter };
}

/**
 * Removes a row, and records this in the audit trail. Throws {@link ConfigurationError} if the row does not exist, has
 * another edition than the requested one or is of a kind that is never removed, or if other rows or orders need it.
 */
export async function removeRow(
  transaction: Transaction,
  { kind, key, edition }: NamedRow,
  decision: Decision,
): Promise<void> {
  await lockConfiguration(transaction);
  const { row } = await checkRemoval(transaction, { kind, key, edition });
  await deleteConfigurationRow(transaction, kind, key);
  const subject = `${kind} ${key}`;
  await appendAuditLine(transaction, {
    ...toAuditFields(decision),
    action: 'remove',
    subject,
    before: row.value,
    after: null,
  });
}

/** Returns the row to remove. Throws {@link ConfigurationError} if it must not be removed. */
async function checkRemoval(transaction: Transaction, { kind, key, edition }: NamedRow): Promise<CheckedChange> {
  const keptBecause = explainKept(kind);
  if (keptBecause !== undefined) throw new ConfigurationError(keptBecause);
  const rows = await readConfigurationRows(transaction);
  const row = rows.find((candidate) => candidate.kind === kind && candidate.key === key);
  if (!row) throw new ConfigurationError(`there is no ${kind} ${key}`);
  requireEdition({ kind, key, edition }, row.value);
  const rowsAfter = excludeRow(rows, row);
  await requireConsistent(transaction, rows, rowsAfter, row.kind);
  return { before: row.value, row, rows, rowsAfter };
}

/**
 * Throws {@link ConfigurationError} if the resulting rows are inconsistent, or the network or crypto of an order would get
 * another chain, native coin, asset or decimals.
 */
async function requireConsistent(
  transaction: Transaction,
  before: readonly ConfigurationRow[],
  after: readonly ConfigurationRow[],
  changedKind: string,
): Promise<void> {
  const { catalog } = buildSettings(parseConfiguration(after));
  if (changedKind !== 'network' && changedKind !== 'crypto') return;
  requireSameAsSold(buildSettings(parseConfiguration(before)).catalog, catalog, await readSoldIds(transaction));
}

/** Throws {@link ConfigurationError} if the row is no longer the one that the requester saw. */
function requireEdition({ kind, key, edition }: NamedRow, value: unknown): void {
  if (edition === undefined || edition === computeRowEdition(value)) return;
  throw new ConfigurationError(`${kind} ${key} has changed since the request: it is ${JSON.stringify(value)}`);
}

function toAuditFields({ who, why, approvedBy }: Decision) {
  return { who, why, approvedBy: approvedBy ?? null };
}

function excludeRow(rows: readonly ConfigurationRow[], row: ConfigurationRow): ConfigurationRow[] {
  return rows.filter((candidate) => candidate.kind !== row.kind || candidate.key !== row.key);
}
