import type { Database } from '../../platform/database/database.ts';
import { CommandError } from '../commandError.ts';
import { formatJsonText } from './formatJsonText.ts';
import { formatOrderList, formatOrderReport } from './formatOrderReport.ts';
import { readOrderReport } from './orderReport.ts';
import { type FoundRecord, findByName, findListedOrders, lookupNames } from './orderSearchStore.ts';

const MOST_ORDERS = 200;
const FORMATS: ReadonlySet<string> = new Set(['text', 'json']);

/**
 * Returns everything about the order with this name, or the list if several have it. Throws {@link CommandError} with the
 * searched kinds if none has it.
 */
export async function showOrders(database: Database, name: string, format = 'text'): Promise<string> {
  if (!FORMATS.has(format)) throw new CommandError(`there is no format ${format}: ${[...FORMATS].join(', ')}`);
  const ids = orderIds(name, name === '' ? [] : await findByName(database, name));
  const [only, another] = ids;
  if (only === undefined || another !== undefined) {
    const orders = await findListedOrders(database, ids, MOST_ORDERS);
    return format === 'json' ? formatJsonText({ orders }) : formatOrderList(orders);
  }
  const report = await readOrderReport(database, only);
  return format === 'json' ? formatJsonText(report) : formatOrderReport(report);
}

function orderIds(name: string, found: readonly FoundRecord[]): readonly number[] {
  const ids = [...new Set(found.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))];
  if (ids.length > 0) return ids;
  const [orphan] = found;
  if (orphan) throw new CommandError(`${name} is ${orphan.by} that belongs to no order: ${orphan.note}`);
  throw new CommandError(`no results for ${name || 'no name'}: searched as ${lookupNames.join(', ')}`);
}
