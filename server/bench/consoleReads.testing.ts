import { createHash } from 'node:crypto';
import {
  type ConsoleCallData,
  type ConsoleCallName,
  type ConsoleCallRequest,
  consoleCalls,
} from '@slipway/contract/consoleCalls.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import type { ConsoleContext } from '../console/consoleContext.ts';
import { createConsoleHandlers } from '../console/createConsoleHandlers.ts';
import type { ConsoleCaller } from '../console/gateway/consoleHandlers.ts';
import { readTopicVersions } from '../console/live/topicVersionStore.ts';
import type { Database } from '../platform/database/database.ts';
import type { FilledDatabase } from './filledDatabase.testing.ts';
import type { Read } from './reads.testing.ts';

const DAY_MS = 86_400_000;
/** First and last day, from now, of a month before the newest thousand orders, which every installation has. */
const OLD_MONTH = [-120, -90] as const;
const FIRST_PAGES = 3;

/** Returns the reads of the console's pages, for a person who may read everything: each by its own call. */
export function createConsoleReads(database: Database, filled: FilledDatabase): readonly Read[] {
  const callConsole = createConsoleCall(database);
  const orders = (filter: ConsoleCallRequest<'orders'>) => callConsole('orders', filter);
  const oldMonth = { from: dayFromNow(OLD_MONTH[0]), to: dayFromNow(OLD_MONTH[1]) };
  const lastDay = { from: dayFromNow(-1), to: dayFromNow(0) };
  const earned = { account: 'income:processing', asset: 'iso4217:EUR' };
  return [
    { name: 'console: orders, the first page', run: () => orders({}) },
    { name: 'console: orders, the first three pages', run: () => readPages(orders) },
    ...Object.entries(listOrderFilters()).map(([label, filter]) => ({
      name: `console: orders, by ${label}`,
      run: () => orders(filter),
    })),
    ...Object.entries(listOrderSearches(filled)).map(([label, textOf]) => ({
      name: `console: search by ${label}`,
      run: (number: number) => orders({ q: textOf(number) }),
    })),
    { name: 'console: an order', run: (number) => callConsole('order', { orderNo: filled.orderNo(number) }) },
    {
      name: 'console: the first two pages of buyers',
      run: async () => callConsole('buyers', { cursor: (await callConsole('buyers', {})).next ?? undefined }),
    },
    {
      name: 'console: a buyer by email address',
      run: (number) => callConsole('buyers', { q: `${filled.mailNumber(number)}@example.com` }),
    },
    { name: 'console: a buyer', run: (number) => callConsole('buyer', { id: filled.buyerId(number) }) },
    { name: 'console: Reviews', run: () => callConsole('reviews', {}) },
    { name: 'console: Today', run: () => callConsole('today', { assignee: 'all' }) },
    { name: 'console: navigation counts', run: () => callConsole('counts', {}) },
    { name: 'console: Treasury', run: () => callConsole('treasury', {}) },
    { name: 'console: payouts of the acquirer', run: () => callConsole('payouts', {}) },
    { name: 'console: Reconciliation', run: () => callConsole('reconciliation', {}) },
    { name: 'console: Providers', run: () => callConsole('providers', {}) },
    { name: 'console: Partners', run: () => callConsole('partners', {}) },
    { name: 'console: audit trail', run: () => callConsole('audit', {}) },
    { name: 'console: audit trail of one person', run: () => callConsole('audit', { who: 'somebody' }) },
    { name: 'console: data versions for live updates', run: () => readTopicVersions(database) },
    {
      name: 'console: the trial balance of yesterday',
      run: () => callConsole('reportTrialBalance', { day: lastDay.from }),
    },
    ...createReportReads({ 'a day': lastDay, 'an old month': oldMonth }, callConsole),
    {
      name: 'console: postings of the margin of an old month',
      run: () => callConsole('reportPostings', { ...oldMonth, ...earned }),
    },
    {
      name: 'console: postings of the margin of a day',
      run: () => callConsole('reportPostings', { ...lastDay, ...earned }),
    },
  ];
}

type ConsoleCall = ReturnType<typeof createConsoleCall>;

const reports = {
  funnel: 'reportFunnel',
  declines: 'reportDeclines',
  'declined orders': 'reportDeclined',
  volumes: 'reportVolumes',
  margin: 'reportMargin',
  spread: 'reportSpread',
  times: 'reportTimes',
  'daily report': 'reportDay',
} as const;

function createReportReads(
  named: Readonly<Record<string, { readonly from: string; readonly to: string }>>,
  callConsole: ConsoleCall,
): Read[] {
  return Object.entries(named).flatMap(([label, period]) =>
    Object.entries(reports).map(([title, report]) => ({
      name: `console: Reports, ${label}: ${title}`,
      run: () => callConsole(report, period),
    })),
  );
}

/** Every filter of the list, and some combinations. */
function listOrderFilters(): Readonly<Record<string, ConsoleCallRequest<'orders'>>> {
  const [madeFrom, madeTo] = [-90, -60].map((days) => new Date(Date.now() + days * DAY_MS).toISOString());
  return {
    'a month': { madeFrom, madeTo },
    status: { status: ['on_hold'] },
    'status, longest waiting first': { status: ['on_hold'], sort: 'longest_waiting' },
    'waiting time': { sort: 'longest_waiting' },
    exception: { exception: ['paid_late'] },
    dispute: { dispute: ['open', 'lost'] },
    method: { method: ['credit_debit_card'] },
    'a country without orders': { country: ['AQ'] },
    asset: { asset: ['BTC'] },
    partner: { partner: ['shop'] },
    'a partner without orders': { partner: ['nobody'] },
    'an amount that no order has': { euroFrom: '70000', euroTo: '70001' },
    'countries, a method and a month': { country: ['AQ', 'DE'], method: ['credit_debit_card'], madeFrom, madeTo },
    'a method and an asset without common orders': { method: ['bank_transfer'], asset: ['BTC'] },
  };
}

/** Search texts for the order with this number. */
function listOrderSearches(filled: FilledDatabase): Readonly<Record<string, (number: number) => string>> {
  return {
    'order number': (number) => filled.orderNo(number),
    'the beginning of an order number': (number) => filled.orderNo(number).slice(0, -2),
    'email address': (number) => `${filled.mailNumber(number)}@example.com`,
    IBAN: () => 'DE89370400440532013000',
    'the last digits of a card': () => '4242',
    'last digits that no card has': () => '0007',
    'wallet address': (number) => `bc1q${createHash('md5').update(String(number)).digest('hex')}`,
    'transaction id': (number) => `tx_b${number}`,
    "a vendor's id": (number) => `pi_b${number}`,
    'an amount that all orders have': () => '100.00',
    'an amount that no order has': () => '76543.21',
  };
}

async function readPages(orders: (filter: ConsoleCallRequest<'orders'>) => Promise<{ readonly next: string | null }>) {
  let next: string | null | undefined;
  for (let page = 0; page < FIRST_PAGES; page += 1) {
    next = (await orders(next ? { cursor: next } : {})).next;
    if (next === null) throw new Error(`the list ends after ${page + 1} pages`);
  }
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

/** Calls the console's handlers as a person with every role, without HTTP. */
function createConsoleCall(database: Database) {
  const settings = seededSettings();
  const persons = { enrolled: new Map(), head: '' };
  // Reads need nothing else.
  const context = { database, settings: () => settings, persons: async () => persons } as unknown as ConsoleContext;
  const handlers = createConsoleHandlers(context);
  const person = { name: 'anna', roles: ['viewer', 'support', 'compliance', 'treasurer', 'admin'] };
  const caller = { person } as unknown as ConsoleCaller;
  return async <Name extends ConsoleCallName>(
    call: Name,
    request: ConsoleCallRequest<Name>,
  ): Promise<ConsoleCallData<Name>> => {
    const input = consoleCalls[call].request.parse(request);
    const handler = handlers[call] as unknown as (
      input: unknown,
      caller: ConsoleCaller,
    ) => Promise<ConsoleCallData<Name>>;
    return handler(input, caller);
  };
}
