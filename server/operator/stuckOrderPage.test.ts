import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { alertKinds } from '../notification/alertStore.ts';
import { heartbeats } from '../notification/heartbeats/heartbeats.ts';
import { waitReasons } from '../purchase/order/conclusion.ts';
import type { JournalRow } from '../purchase/order/journalStore.ts';
import { fileRefusals } from '../purchase/payment/statementRefusal.ts';
import { refundDoubts } from '../purchase/refund/refundBookings.ts';
import { reportRefusals } from '../purchase/refund/takeReport.ts';
import { clocks } from './clocks/clocks.ts';
import { commands } from './commands.ts';

const SERVER = fileURLToPath(new URL('../', import.meta.url));
const page = readFileSync(join(SERVER, '../docs/stuck-order.md'), 'utf8');

/** The rows of the table under a heading: their cells, without the table's head. */
function tableUnder(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  return (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/** The server's own code, without its tests. */
const code = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\.testing\.ts$|node_modules/.test(name))
  .map((name) => readFileSync(join(SERVER, name), 'utf8'));

function inWords(ms: number): string {
  const minutes = ms / 60_000;
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`;
}

function expectTable(rows: readonly (readonly string[])[], words: Readonly<Record<string, string>>): void {
  expect(rows.map(([name, means]) => [name, means])).toEqual(
    Object.entries(words).map(([name, means]) => [`\`${name}\``, means]),
  );
  for (const [name, , advice = ''] of rows) expect(advice.length, name).toBeGreaterThan(10);
}

describe('the page about orders that do not move', () => {
  test('has every reason to wait, in the words of the journal, and what to do about it', () => {
    expectTable(tableUnder('What it waits for'), waitReasons);
  });

  test('has every kind of alert, and what to do about it', () => {
    expectTable(tableUnder('Alerts'), alertKinds);
  });

  test('has every clock, and what to do at each of its warnings', () => {
    const rows = tableUnder('Clocks');
    expect(rows.map(([name, time]) => [name, time])).toEqual(
      Object.entries(clocks).map(([name, { allowedMs }]) => [`\`${name}\``, inWords(allowedMs)]),
    );
    for (const [name, , , ...advice] of rows) for (const one of advice) expect(one.length, name).toBeGreaterThan(10);
  });

  test('has every reason for which a booking or a file of the bank is not believed', () => {
    const bookings = tableUnder('A booking that is not believed').map(([name = '']) => name);
    for (const doubt of Object.keys(refundDoubts)) expect(bookings.join(' ')).toContain(`\`${doubt}\``);
    const named = tableUnder('A statement that is not believed').map(([name = '']) => name);
    for (const refusal of Object.keys({ ...fileRefusals, ...reportRefusals }))
      expect(named.join(' ')).toContain(`\`${refusal}\``);
  });

  test('has every outcome of a run', () => {
    const outcomes: Readonly<Record<JournalRow['outcome'], true>> = {
      ok: true,
      refused: true,
      pending: true,
      unavailable: true,
      unknown: true,
      idle: true,
      failed: true,
    };
    expect(tableUnder('Read the journal').map(([name]) => name)).toEqual(
      Object.keys(outcomes).map((name) => `\`${name}\``),
    );
  });

  test('names only commands and metrics that there are', () => {
    const said = [...page.matchAll(/operate -- (\w[\w-]*)/g)].map(([, name = '']) => name);
    expect(said.length).toBeGreaterThan(4);
    expect(said.filter((name) => !Object.hasOwn(commands, name))).toEqual([]);
    const metrics = [...new Set([...page.matchAll(/slipway_\w+/g)].map(([name]) => name))];
    expect(metrics.length).toBeGreaterThan(8);
    expect(metrics.filter((name) => !code.some((text) => text.includes(`'${name}'`)))).toEqual([]);
  });

  test('leads to sections of its own', () => {
    const anchors = new Set(
      [...page.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
      ),
    );
    const linked = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(linked.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  });
});

test('every kind of alert is raised somewhere', () => {
  const raised = new Set(
    code.flatMap((text) =>
      [...text.matchAll(/(?:(?:raise|keep)Alert|keepOpen)\([\s\S]{0,200}?kind: '(\w+)'/g)].map(([, kind]) => kind),
    ),
  );
  expect(new Set([...raised, ...Object.keys(heartbeats)])).toEqual(new Set(Object.keys(alertKinds)));
});

test('every reason to wait is given by a step', () => {
  const given = Object.keys(waitReasons).filter((reason) =>
    code.some((text) => text.replace(/waitReasons = \{[\s\S]*?\n\}/, '').includes(`'${reason}'`)),
  );
  expect(given).toEqual(Object.keys(waitReasons));
});
