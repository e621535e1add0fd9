import { CommandError } from '../../action/commandError.ts';
import type { Database } from '../../platform/database/database.ts';
import { listNewestOrders } from '../tables/orderListStore.ts';
import { formatJsonText } from './formatJsonText.ts';
import { formatFieldLines, formatLabel, formatTableLines } from './layout.ts';
import { type OrderReport, readOrderReport, type ShownFields } from './orderReport.ts';
import { type FoundRecord, findByIdentifier, identifierKinds } from './orderSearchStore.ts';

/** By section: fields that are too long for a column, and are printed below their row. */
const fieldsBelowRow: Readonly<Record<string, readonly string[]>> = {
  alerts: ['meaning', 'cause', 'facts'],
  events: ['key', 'facts'],
  journal: ['conclusion', 'meaning', 'refusal', 'message', 'subject'],
  judgements: ['lists'],
  refundRequests: ['reason'],
};

const MOST_ORDERS = 200;
const FORMATS: ReadonlySet<string> = new Set(['text', 'json']);

/**
 * Returns everything about the order with this identifier, such as its number or a transaction id; or a list, if several orders
 * have it. Throws {@link CommandError} with the searched kinds of identifiers if no order has it.
 */
export async function showOrders(database: Database, identifier: string, format = 'text'): Promise<string> {
  if (!FORMATS.has(format)) throw new CommandError(`there is no format ${format}: ${[...FORMATS].join(', ')}`);
  const ids = requireOrderIds(identifier, identifier === '' ? [] : await findByIdentifier(database, identifier));
  const [only, another] = ids;
  if (only === undefined || another !== undefined) {
    const found = await listNewestOrders(database, { ids }, undefined, MOST_ORDERS);
    const orders = found.map(({ orderNo, status, since, pay, receive }) => {
      return { orderNo, status, since, pay, crypto: receive.asset.code };
    });
    return format === 'json' ? formatJsonText({ orders }) : formatTableLines(orders, []).join('\n');
  }
  const report = await readOrderReport(database, only);
  return format === 'json' ? formatJsonText(report) : formatOrderReport(report);
}

function requireOrderIds(identifier: string, found: readonly FoundRecord[]): readonly number[] {
  const ids = [...new Set(found.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))];
  if (ids.length > 0) return ids;
  const [withoutOrder] = found;
  if (withoutOrder)
    throw new CommandError(`${identifier} is ${withoutOrder.by} that belongs to no order: ${withoutOrder.note}`);
  throw new CommandError(
    identifier === ''
      ? `give what to show: ${identifierKinds.join(', ')}`
      : `no results for ${identifier}: searched as ${identifierKinds.join(', ')}`,
  );
}

/** Formats a report for a terminal: sections under their titles. Times are UTC. */
function formatOrderReport(report: OrderReport): string {
  return Object.entries(report)
    .flatMap(([name, section]) => [formatLabel(name).toUpperCase(), ...formatSection(name, section), ''])
    .join('\n')
    .trimEnd();
}

function formatSection(name: string, section: OrderReport[string]): string[] {
  if (!section) return ['  (none)'];
  if (!isList(section)) return formatFieldLines(section);
  return section.length === 0 ? ['  (none)'] : formatTableLines(section, fieldsBelowRow[name] ?? []);
}

function isList(section: ShownFields | readonly ShownFields[]): section is readonly ShownFields[] {
  return Array.isArray(section);
}
