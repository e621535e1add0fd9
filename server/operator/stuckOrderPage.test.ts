import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { alertKinds } from '../notification/alertStore.ts';
import { heartbeats } from '../notification/heartbeats/heartbeats.ts';
import { waitReasons } from '../purchase/order/stepRunner/conclusion.ts';
import type { JournalRow } from '../purchase/order/stepRunner/journalStore.ts';
import { fileRefusals } from '../purchase/payment/bankStatements/statementRefusal.ts';
import { reportRefusals } from '../purchase/refund/processTransferReport.ts';
import { refundDoubts } from '../purchase/refund/refundBookingRules.ts';
import { commands } from './commandLine/commands.ts';
import { workDeadlines } from './deadlines/workDeadlines.ts';

const SERVER = fileURLToPath(new URL('../', import.meta.url));
const pages = ['stuck-order.md', 'alerts.md', 'bank-files.md', 'refunds.md', 'operating/monitoring.md'].map((name) =>
  readFileSync(join(SERVER, '../docs', name), 'utf8'),
);
const page = pages.join('\n');

/** Returns the cells of the table under a heading, without the table's header. */
function readTable(heading: string): string[][] {
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

function formatDuration(ms: number): string {
  const minutes = ms / 60_000;
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`;
}

function expectTable(rows: readonly (readonly string[])[], meanings: Readonly<Record<string, string>>): void {
  expect(rows.map(([name, means]) => [name, means])).toEqual(
    Object.entries(meanings).map(([name, means]) => [`\`${name}\``, means]),
  );
  for (const [name, , advice = ''] of rows) expect(advice.length, name).toBeGreaterThan(10);
}

describe('the pages for the person on duty', () => {
  test('list every wait reason with the journal’s text and what to do', () => {
    expectTable(readTable('What it waits for'), waitReasons);
  });

  test('list every kind of alert, with what to do', () => {
    expectTable(readTable('Alerts'), alertKinds);
  });

  test('list every deadline, with what to do at each warning', () => {
    const rows = readTable('Clocks');
    expect(rows.map(([name, time]) => [name, time])).toEqual(
      Object.entries(workDeadlines).map(([name, { allowedMs }]) => [`\`${name}\``, formatDuration(allowedMs)]),
    );
    for (const [name, , , ...advice] of rows) for (const one of advice) expect(one.length, name).toBeGreaterThan(10);
  });

  test('list every reason why a booking or bank file is rejected', () => {
    const bookings = readTable('A booking that is set aside').map(([name = '']) => name);
    for (const doubt of Object.keys(refundDoubts)) expect(bookings.join(' ')).toContain(`\`${doubt}\``);
    const named = readTable('A statement that is not imported').map(([name = '']) => name);
    for (const refusal of Object.keys({ ...fileRefusals, ...reportRefusals }))
      expect(named.join(' ')).toContain(`\`${refusal}\``);
  });

  test('list every outcome of a run', () => {
    const outcomes: Readonly<Record<JournalRow['outcome'], true>> = {
      ok: true,
      refused: true,
      pending: true,
      unavailable: true,
      unknown: true,
      idle: true,
      failed: true,
    };
    expect(readTable('Read the journal').map(([name]) => name)).toEqual(
      Object.keys(outcomes).map((name) => `\`${name}\``),
    );
  });

  test('name only commands and metrics that exist', () => {
    const commandNames = [...page.matchAll(/operate -- (\w[\w-]*)/g)].map(([, name = '']) => name);
    expect(commandNames.length).toBeGreaterThan(4);
    expect(commandNames.filter((name) => !Object.hasOwn(commands, name))).toEqual([]);
    const metrics = [...new Set([...page.matchAll(/slipway_\w+/g)].map(([name]) => name))];
    expect(metrics.length).toBeGreaterThan(8);
    expect(metrics.filter((name) => !code.some((text) => text.includes(`'${name}'`)))).toEqual([]);
  });

  test.each(pages)('link only to their own existing sections: %#', (text) => {
    const anchors = new Set(
      [...text.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
      ),
    );
    const linked = [...text.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(linked.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  });
});

test('every kind of alert is raised somewhere', () => {
  const raised = new Set(
    code.flatMap((text) =>
      [...text.matchAll(/raise(?:Lasting|Updated)?Alert\([\s\S]{0,200}?kind: '(\w+)'/g)].map(([, kind]) => kind),
    ),
  );
  expect(new Set([...raised, ...Object.keys(heartbeats)])).toEqual(new Set(Object.keys(alertKinds)));
});

test('every wait reason is used by a step', () => {
  const given = Object.keys(waitReasons).filter((reason) =>
    code.some((text) => text.replace(/waitReasons = \{[\s\S]*?\n\}/, '').includes(`'${reason}'`)),
  );
  expect(given).toEqual(Object.keys(waitReasons));
});
