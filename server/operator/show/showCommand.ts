import type { Database } from '../../platform/database/database.ts';
import { CommandError } from '../commandError.ts';
import { type Found, findByName, listedOrders, lookupNames } from './findOrdersStore.ts';
import { readOrderReport } from './orderReport.ts';
import { printJson } from './printJson.ts';
import { printList, printReport } from './printReport.ts';

const MOST_ORDERS = 200;
const FORMATS: ReadonlySet<string> = new Set(['text', 'json']);

/**
 * All about the order that bears a name, or the list of those that do. Throws {@link CommandError} that says what was
 * looked for when none does.
 */
export async function showOrders(database: Database, name: string, format = 'text'): Promise<string> {
  if (!FORMATS.has(format)) throw new CommandError(`there is no format ${format}: ${[...FORMATS].join(', ')}`);
  const ids = orderIds(name, name === '' ? [] : await findByName(database, name));
  const [only, another] = ids;
  if (only === undefined || another !== undefined) {
    const orders = await listedOrders(database, ids, MOST_ORDERS);
    return format === 'json' ? printJson({ orders }) : printList(orders);
  }
  const report = await readOrderReport(database, only);
  return format === 'json' ? printJson(report) : printReport(report);
}

function orderIds(name: string, found: readonly Found[]): readonly number[] {
  const ids = [...new Set(found.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))];
  if (ids.length > 0) return ids;
  const [orphan] = found;
  if (orphan) throw new CommandError(`${name} is ${orphan.by} that belongs to no order: ${orphan.note}`);
  throw new CommandError(`nothing is known by ${name || 'no name'}: looked for ${lookupNames.join(', ')}`);
}
