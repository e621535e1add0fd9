import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { credentials } from '../world/credentials.ts';
import { installTransportFaults } from '../world/faults.ts';
import type { StandIn, World } from '../world/standIn.ts';
import { computeLiveRate, currencies, dailyLevels } from './rateLevels.ts';

/** Good Friday and Easter Monday of each year, as month and day: https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates */
const EASTER_HOLIDAYS: Readonly<Record<number, readonly [friday: string, monday: string]>> = {
  2025: ['04-18', '04-21'],
  2026: ['04-03', '04-06'],
  2027: ['03-26', '03-29'],
  2028: ['04-14', '04-17'],
  2029: ['03-30', '04-02'],
  2030: ['04-19', '04-22'],
};

const FIXED_HOLIDAYS: readonly string[] = ['01-01', '05-01', '12-25', '12-26'];

/** Returns true for days without a file: weekends, and days on which TARGET is closed; Easter only for the years of the table. */
function isTargetClosed(day: Date): boolean {
  const monthAndDay = day.toISOString().slice(5, 10);
  const easter = EASTER_HOLIDAYS[day.getUTCFullYear()] ?? [];
  return day.getUTCDay() % 6 === 0 || [...FIXED_HOLIDAYS, ...easter].includes(monthAndDay);
}

/** The central bank publishes its file around 16:00 local time, approximated as 14:00 UTC. */
const PUBLISHED_AT_HOUR_UTC = 14;

const latestQuery = z.object({
  app_id: z.string().optional(),
  base: z.string().default('USD'),
  symbols: z.string().optional(),
});

/** Starts a stand-in for the European Central Bank's daily file and Open Exchange Rates' API. Port 0 takes any free one. */
export async function startRates(world: World, port: number): Promise<StandIn> {
  const app = fastify({ logger: false, forceCloseConnections: true });
  installTransportFaults(app, 'rates', world.faults);
  installDailyFileRoutes(app, world);
  installLiveRateRoutes(app, world);
  app.get('/api/books', () => ({}));
  const url = await app.listen({ host: '127.0.0.1', port });
  // Quotes change no state: there is nothing to reconcile.
  return { name: 'rates', url, books: () => ({}), stop: () => app.close() };
}

/** https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates */
function installDailyFileRoutes(app: FastifyInstance, world: World): void {
  app.get('/stats/eurofxref/eurofxref-daily.xml', (request, reply) => {
    const fault = world.faults.take('rates', ['price_stale'], request.url);
    const ageSeconds = fault ? (fault.size ?? 7 * 86_400) : 0;
    const now = new Date(world.clock.now().getTime() - ageSeconds * 1000);
    return reply.type('text/xml').send(renderDailyFile(findLastPublishedDay(now)));
  });
}

/** Returns the latest business day whose file is published. */
function findLastPublishedDay(now: Date): string {
  const day = new Date(now);
  if (day.getUTCHours() < PUBLISHED_AT_HOUR_UTC) day.setUTCDate(day.getUTCDate() - 1);
  while (isTargetClosed(day)) day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

function renderDailyFile(day: string): string {
  const cubes = dailyLevels.map(({ code, perEuro }) => `\t\t\t<Cube currency='${code}' rate='${perEuro}'/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${day}'>
${cubes.join('\n')}
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>
`;
}

/** Registers https://docs.openexchangerates.org/reference/latest-json; its plans update the rates at most once a minute. */
function installLiveRateRoutes(app: FastifyInstance, world: World): void {
  app.get('/api/latest.json', (request, reply) => {
    const query = latestQuery.parse(request.query);
    if (query.app_id !== credentials.rates.appId) {
      return reply.code(401).send(createErrorBody(401, 'invalid_app_id', 'Invalid App ID provided.'));
    }
    if (!currencies.includes(query.base)) {
      return reply.code(400).send(createErrorBody(400, 'invalid_base', 'The base currency is not supported.'));
    }
    const gap = world.faults.take('rates', ['price_gap'], request.url);
    const stale = world.faults.take('rates', ['price_stale'], request.url);
    const minute = Math.floor(world.clock.now().getTime() / 60_000) * 60_000;
    const at = new Date(minute - (stale ? (stale.size ?? 7_200) * 1000 : 0));
    const factor = gap ? 1 + (gap.size ?? 10) / 100 : 1;
    const requestedCodes = query.symbols?.split(',');
    const rates = currencies
      .filter((code) => requestedCodes === undefined || requestedCodes.includes(code))
      .map((code) => [code, formatRate(code, query.base, at, factor)] as const)
      .toSorted(([a], [b]) => a.localeCompare(b));
    return reply.type('application/json; charset=utf-8').send(renderLatestRates(query.base, at, rates));
  });
}

function formatRate(code: string, base: string, at: Date, factor: number): string {
  if (code === base) return '1';
  return String(Number(((computeLiveRate(code, at) / computeLiveRate(base, at)) * factor).toFixed(6)));
}

/** Builds the JSON as text, because the rates are JSON numbers with exactly these digits. */
function renderLatestRates(base: string, at: Date, rates: readonly (readonly [string, string])[]): string {
  const lines = rates.map(([code, rate]) => `    "${code}": ${rate}`).join(',\n');
  return `{
  "disclaimer": "Usage subject to terms",
  "license": "Local stand-in",
  "timestamp": ${Math.floor(at.getTime() / 1000)},
  "base": "${base}",
  "rates": {
${lines}
  }
}`;
}

function createErrorBody(status: number, message: string, description: string): unknown {
  return { error: true, status, message, description };
}
