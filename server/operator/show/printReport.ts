import type { ListedOrder } from './findOrdersStore.ts';
import { fieldLines, label, tableLines } from './layout.ts';
import type { OrderReport, ShownFields } from './orderReport.ts';

/** Fields of a section's rows that are too long for a column. */
const below: Readonly<Record<string, readonly string[]>> = {
  alerts: ['meaning', 'facts'],
  events: ['key', 'facts'],
  journal: ['conclusion', 'meaning', 'refusal', 'words', 'subject'],
  judgements: ['lists'],
  refundRequests: ['reason'],
};

/** A report for a terminal: sections under their titles. Times are UTC. */
export function printReport(report: OrderReport): string {
  return Object.entries(report)
    .flatMap(([name, section]) => [label(name).toUpperCase(), ...sectionLines(name, section), ''])
    .join('\n')
    .trimEnd();
}

function sectionLines(name: string, section: OrderReport[string]): string[] {
  if (!section) return ['  (none)'];
  if (!isList(section)) return fieldLines(section);
  return section.length === 0 ? ['  (none)'] : tableLines(section, below[name] ?? []);
}

function isList(section: ShownFields | readonly ShownFields[]): section is readonly ShownFields[] {
  return Array.isArray(section);
}

/** Several orders, a line each. */
export function printList(orders: readonly ListedOrder[]): string {
  return tableLines(orders, []).join('\n');
}
