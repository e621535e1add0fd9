import sql from 'sql-template-tag';
import { expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../database/database.ts';
import { openOwnDatabase } from '../../database/ownDatabase.testing.ts';
import { asRole } from '../../database/testDatabase.ts';
import { openStreamPlaces, RENEW_PLACES_MS } from './streamPlaces.ts';

const MOST = 2;
const { database, url } = await openOwnDatabase();

/** Opens the places as an api process does, with its rights. */
async function openProcessPlaces(owned: Database = openDatabase(asRole(url, 'api'), { maxConnections: 2 })) {
  const places = openStreamPlaces(owned);
  await places.renew();
  return { ...places, close: () => owned.close() };
}

/** Simulates this much time without a renewal. */
async function age(seconds: number): Promise<void> {
  await database.run(
    sql`update stream_holders set lease_until = lease_until - ${seconds}::integer * interval '1 second'`,
  );
}

async function countPlaces(client: string): Promise<number> {
  const { count } = await database.one<{ count: number }>(
    sql`select count(*)::integer as count from stream_places where client = ${client}`,
  );
  return count;
}

test('limits a client’s streams across all processes, and frees a place when a stream closes', async () => {
  const [one, other] = [await openProcessPlaces(), await openProcessPlaces()];
  const first = await one.take('a', MOST);
  expect(await other.take('a', MOST)).toBeDefined();
  expect(await one.take('a', MOST)).toBeUndefined();
  expect(await other.take('a', MOST)).toBeUndefined();
  expect(await other.take('b', MOST)).toBeDefined();
  first?.();
  await expect.poll(() => countPlaces('a')).toBe(1);
  expect(await one.take('a', MOST)).toBeDefined();
  await Promise.all([one, other].map(async (places) => [await places.stop(), await places.close()]));
  expect([await countPlaces('a'), await countPlaces('b')]).toEqual([0, 0]);
});

test('frees the places of a killed process within a minute', async () => {
  const killed = await openProcessPlaces();
  const survivor = await openProcessPlaces();
  await Promise.all([killed.take('c', MOST), killed.take('c', MOST)]);
  expect(await survivor.take('c', MOST)).toBeUndefined();
  await age(60 - RENEW_PLACES_MS / 1000);
  await survivor.renew();
  expect(await countPlaces('c')).toBe(0);
  expect(await survivor.take('c', MOST)).toBeDefined();

  // Had the process only stalled, its next renewal would restore its places.
  await killed.renew();
  expect(await countPlaces('c')).toBe(3);
  await Promise.all([killed, survivor].map(async (places) => [await places.stop(), await places.close()]));
});

test('renews all streams with one statement', async () => {
  const owned = openDatabase(asRole(url, 'api'), { maxConnections: 2 });
  const places = await openProcessPlaces(owned);
  for (let count = 0; count < 20; count++) await places.take(`d${count}`, MOST);
  const querySpy = vi.spyOn(owned.pool, 'query');
  await places.renew();
  expect(querySpy).toHaveBeenCalledOnce();
  await places.stop();
  await owned.close();
});

test('restores every place after a crash has emptied the table', async () => {
  const places = await openProcessPlaces();
  await Promise.all([places.take('e', MOST), places.take('e', MOST)]);
  await database.run(sql`truncate stream_holders, stream_places`);
  await places.renew();
  expect(await places.take('e', MOST)).toBeUndefined();
  await places.stop();
  await places.close();
});

test('refuses no stream while the database is away, and frees places at the next renewal', async () => {
  const owned = openDatabase(asRole(url, 'api'), { maxConnections: 2 });
  const places = await openProcessPlaces(owned);
  const free = await places.take('f', MOST);
  const query = vi.spyOn(owned.pool, 'query').mockImplementation(() => Promise.reject(new Error('away')) as never);
  free?.();
  const granted = await places.take('f', 0);
  expect(granted).toBeDefined();
  granted?.();
  query.mockImplementation(() => new Promise(() => undefined) as never);
  expect(await places.take('f', 0)).toBeDefined();
  query.mockRestore();
  expect(await countPlaces('f')).toBe(1);
  await places.renew();
  expect(await countPlaces('f')).toBe(0);
  await places.stop();
  await owned.close();
});
