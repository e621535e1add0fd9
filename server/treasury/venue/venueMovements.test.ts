import { randomUUID } from 'node:crypto';
import { parseDecimal, parseSignedDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { computeSumChanges } from '../../ledger/sumChanges.testing.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext } from '../../operator/persons/testPersons.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { ok } from '../../providers/outcome.ts';
import type { MovementRequest, VenueMovement } from '../../providers/venue/venueAccount.ts';
import { createTransferOrder } from '../../purchase/refund/testBank.testing.ts';
import { syncVenueAccount } from './syncVenueAccount.ts';

const { database } = await openOwnDatabase();
const { catalog } = seededSettings();
const BTC = catalog.cryptos.get('BTC')?.asset.id ?? '';
const COIN = 10n ** 18n;
const movements: VenueMovement[] = [];
const requests: MovementRequest[] = [];
const context = {
  database,
  catalog,
  log: createLog('silent'),
  venue: {
    id: 'fake',
    /** Two per page, newest first, as a venue does. */
    async listMovements(request: MovementRequest) {
      requests.push(request);
      const newest = movements.filter(({ at }) => at >= request.since).toReversed();
      const begin = Number(request.page ?? 0);
      const next = begin + 2 < newest.length ? { nextPage: String(begin + 2) } : {};
      return ok({ movements: newest.slice(begin, begin + 2), ...next });
    },
  },
};

beforeAll(async () => {
  await seedConfiguration(database, []);
  await createTransferOrder(database);
});

function addMovement(kind: VenueMovement['kind'], amount: string, some: Partial<VenueMovement> = {}): string {
  const movementId = `L${randomUUID()}`;
  const [currency, fee] = [some.currency ?? 'BTC', some.fee ?? parseDecimal('0')];
  movements.push({
    movementId,
    kind,
    vendorType: kind,
    reference: `Q${movementId}`,
    at: new Date(),
    ...some,
    currency,
    amount: parseSignedDecimal(amount),
    fee,
  });
  return movementId;
}

async function readSums() {
  const rows = await database.many<{ account: string; asset: string; units: bigint }>(sql`
    select account, asset, sum(units) as units from ledger_postings group by account, asset having sum(units) <> 0`);
  return Object.fromEntries(rows.map(({ account, asset, units }) => [`${account} ${asset}`, units]));
}

const computeChanges = (work: () => Promise<unknown>) => computeSumChanges(readSums, work);

const bookAs = (id: string, as: string) =>
  runCommand(createCommandContext('anna', { database, options: { as } }), 'book', [id]);

describe('a movement of the exchange account', () => {
  test('is posted once: a deposit, a withdrawal with its network fee, and a returned withdrawal', async () => {
    addMovement('deposit', '1000.0000', { currency: 'EUR' });
    addMovement('withdrawal', '-0.49', { fee: parseDecimal('0.01') });
    addMovement('withdrawal', '0.09', { fee: parseSignedDecimal('-0.01') });
    const once = {
      'asset:venue iso4217:EUR': 100_000_000_000n,
      'asset:transit iso4217:EUR': -100_000_000_000n,
      [`asset:venue ${BTC}`]: (-4n * COIN) / 10n,
      [`asset:transit ${BTC}`]: (4n * COIN) / 10n,
    };
    expect(await computeChanges(() => syncVenueAccount(context))).toEqual(once);
    expect(await computeChanges(() => syncVenueAccount(context))).toEqual({});
    expect(requests.length).toBeGreaterThan(2);
  });

  test('in an unknown currency is posted as an asset of the exchange', async () => {
    addMovement('deposit', '5.00', { currency: 'KFEE' });
    expect(await computeChanges(() => syncVenueAccount(context))).toEqual({
      'asset:venue venue:KFEE': 500_000_000n,
      'asset:transit venue:KFEE': -500_000_000n,
    });
  });

  test('of an unknown type waits for a person, who books it once', async () => {
    const id = addMovement('other', '0.002', { vendorType: 'staking:reward' });
    expect(await computeChanges(() => syncVenueAccount(context))).toEqual({});
    const alerts = await database.many(sql`
      select facts ->> 'type' as type from operator_alerts where key = ${`venue:fake:${id}`}`);
    expect(alerts).toEqual([{ type: 'staking:reward' }]);
    await expect(bookAs(id, 'bank-fee')).rejects.toThrow('venue-fee | interest | owner');
    const units = (2n * COIN) / 1000n;
    expect(await computeChanges(async () => bookAs(id, 'interest'))).toEqual({
      [`asset:venue ${BTC}`]: units,
      [`income:interest ${BTC}`]: -units,
    });
    await expect(bookAs(id, 'interest')).rejects.toThrow('already booked');
    await expect(bookAs(id, 'owner')).rejects.toThrow('already booked');
  });

  test('with more decimals than the ledger has is set aside', async () => {
    const id = addMovement('deposit', '1.123456789', { currency: 'EUR' });
    expect(await computeChanges(() => syncVenueAccount(context))).toEqual({});
    const { status } = await database.one<{ status: string }>(sql`select status from venue_movements where id = ${id}`);
    expect(status).toBe('aside');
  });

  test('from the owner is booked out of transit once', async () => {
    const id = addMovement('deposit', '2');
    await syncVenueAccount(context);
    await expect(bookAs(id, 'interest')).rejects.toThrow('it can only be --as owner');
    expect(await computeChanges(async () => bookAs(id, 'owner'))).toEqual({
      [`asset:transit ${BTC}`]: 2n * COIN,
      [`equity ${BTC}`]: -2n * COIN,
    });
    await expect(bookAs(id, 'owner')).rejects.toThrow('it is already booked');
  });

  test('is found after a failed reading, because the next one starts at the same time', async () => {
    const id = addMovement('deposit', '3');
    const broken = {
      ...context.venue,
      listMovements: async () => ({ kind: 'unavailable', retryAfterMs: 1, detail: '' }) as const,
    };
    const before = await database.one(sql`select read_until from treasury_readings where source = 'venue:fake'`);
    await syncVenueAccount({ ...context, venue: broken });
    expect(await database.one(sql`select read_until from treasury_readings where source = 'venue:fake'`)).toEqual(
      before,
    );
    await syncVenueAccount(context);
    expect(await database.many(sql`select 1 from venue_movements where id = ${id} and status = 'posted'`)).toHaveLength(
      1,
    );
  });
});
