import { formatFieldLines, formatLabel, formatTableLines } from './layout.ts';
import type { OrderReport, ShownFields } from './orderReport.ts';
import type { ListedOrder } from './orderSearchStore.ts';

/** Fields of a section's rows that are too long for a column. */
const fieldsBelowRow: Readonly<Record<string, readonly string[]>> = {
  alerts: ['meaning', 'cause', 'facts'],
  events: ['key', 'facts'],
  journal: ['conclusion', 'meaning', 'refusal', 'words', 'subject'],
  judgements: ['lists'],
  refundRequests: ['reason'],
};

/** Formats a report for a terminal: sections under their titles. Times are UTC. */
export function formatOrderReport(report: OrderReport): string {
  return Object.entries(report)
    .flatMap(([name, section]) => [formatLabel(name).toUpperCase(), ...sectionLines(name, section), ''])
    .join('\n')
    .trimEnd();
}

function sectionLines(name: string, section: OrderReport[string]): string[] {
  if (!section) return ['  (none)'];
  if (!isList(section)) return formatFieldLines(section);
  return section.length === 0 ? ['  (none)'] : formatTableLines(section, fieldsBelowRow[name] ?? []);
}

function isList(section: ShownFields | readonly ShownFields[]): section is readonly ShownFields[] {
  return Array.isArray(section);
}

/** Formats several orders, one per line. */
export function formatOrderList(orders: readonly ListedOrder[]): string {
  return formatTableLines(orders, []).join('\n');
}
