import { formatAmount } from '@slipway/money/amount.ts';
import { visibleText } from '../visibleText.ts';
import type { ShownFields } from './orderReport.ts';
import { isAmount } from './printJson.ts';

/** Characters of a terminal's line. */
export const WIDTH = 100;
const INDENT = '  ';
const GAP = '  ';

/** The lines of a text that may be no longer than so much; a word that is longer than a line is broken. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    const line = lines[last] ?? '';
    if (line === '') lines[last] = word;
    else if (line.length + 1 + word.length <= width) lines[last] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'gs')) ?? ['']);
}

/** `clientOrderId` as `client order id`. */
export function label(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A value in one line; nothing for what is not there. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isAmount(value)) return `${formatAmount(value)} ${value.asset.code}`;
  if (typeof value === 'object') return nestedTexts(value).join(' ');
  return typeof value === 'string' ? visibleText(value.replaceAll(/\s+/g, ' ')) : `${value as number | bigint}`;
}

/** `units=10000 assessment.risk=clear`: what is nested, without its braces. */
function nestedTexts(value: object): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (isNested(inner)) return nestedTexts(inner).map((text) => `${name}.${text}`);
    const text = plainText(inner);
    return text === '' ? [] : [`${visibleText(name)}=${text}`];
  });
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !isAmount(value);
}

/** One thing: a line for each field that is there, long ones under themselves. */
export function fieldLines(fields: ShownFields): string[] {
  const entries = textsOf(fields);
  const names = Math.max(0, ...entries.map(([name]) => name.length));
  const width = WIDTH - INDENT.length - names - GAP.length;
  return entries.flatMap(([name, text]) =>
    wrap(text, width).map((line, index) =>
      `${INDENT}${(index === 0 ? name : '').padEnd(names)}${GAP}${line}`.trimEnd(),
    ),
  );
}

/**
 * Several of a kind under each other, where they fit beside each other; else one after the other. What stands in `below`
 * gets lines of its own under its row.
 */
export function tableLines(rows: readonly ShownFields[], below: readonly string[]): string[] {
  const names = Object.keys(rows[0] ?? {}).filter(
    (name) => !below.includes(name) && rows.some((row) => plainText(row[name]) !== ''),
  );
  const cells = rows.map((row) => names.map((name) => plainText(row[name])));
  const widths = names.map((name, column) =>
    Math.max(label(name).length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const needed = INDENT.length + widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  if (needed > WIDTH) return rows.flatMap((row, index) => (index === 0 ? fieldLines(row) : ['', ...fieldLines(row)]));
  const line = (texts: readonly string[]) =>
    `${INDENT}${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(GAP)}`.trimEnd();
  return [
    line(names.map(label)),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.flatMap((row, index) => [line(cells[index] ?? []), ...belowLines(row, below)]),
  ];
}

function belowLines(row: ShownFields, below: readonly string[]): string[] {
  const indent = INDENT.repeat(3);
  const present = textsOf(Object.fromEntries(below.map((name) => [name, row[name]])));
  const text = present.map(([name, value]) => `${name}: ${value}`).join('; ');
  return text === '' ? [] : wrap(text, WIDTH - indent.length).map((line) => `${indent}${line}`);
}

/** Fields that are there, by their labels; of a list of things each is a line of its own. */
function textsOf(fields: ShownFields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value))
      return (value as readonly ShownFields[]).map((item, index) => [
        index === 0 ? label(name) : '',
        Object.values(item).map(plainText).join(' '),
      ]);
    const text = plainText(value);
    return text === '' ? [] : [[label(name), text]];
  });
}
