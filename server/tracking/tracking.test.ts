import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { cleanPlace, cleanPoint } from './cleanPoint.ts';
import { createPointBuffer } from './pointBuffer.ts';
import { deleteOldPoints } from './trackingStore.ts';

const { database } = await openOwnDatabase(2);

const browserPoint = { type: 'selectOffer' as const, order_id: '', user_id: 'browser', place: '/select-offer' };

describe('a tracking point', () => {
  test('keeps the path and known parameters, and no address or token', () => {
    expect(cleanPlace('https://buy.example/order?address=bc1qsecret&token=abc&payMethod=credit_debit_card#x')).toBe(
      '/order?payMethod=credit_debit_card',
    );
    expect(cleanPlace('javascript:alert(1)')).toBe('');
    expect(cleanPlace('/Anna%20Weber')).toBe('');
    expect(cleanPlace('/anna@example.com')).toBe('');
    expect(cleanPlace('http://[')).toBe('');
  });

  test('keeps only known extras', () => {
    const point = cleanPoint(
      { ...browserPoint, sendCurrency: 'EUR', email: 'anna@example.com', amount: 100, side: null, ['__proto__']: 'x' },
      'DE',
      new Date(),
    );
    expect(point.extras).toEqual({ sendCurrency: 'EUR', amount: 100 });
  });
});

describe('the funnel', () => {
  test('is written in batches and read by one view', async () => {
    const points = createPointBuffer(database, createLog('silent'));
    const now = await database.now();
    for (const user_id of ['a', 'b', 'c'])
      points.add(cleanPoint({ ...browserPoint, type: 'buyCryptoGate', user_id, place: '/edit' }, 'DE', now));
    for (const user_id of ['a', 'a', 'b']) points.add(cleanPoint({ ...browserPoint, user_id }, 'DE', now));
    await points.flush();
    const funnel = await database.one(
      sql`select opened, chose_offer, ordered from purchase_funnel where country = 'DE'`,
    );
    expect(funnel).toEqual({ opened: 3, choseOffer: 2, ordered: 0 });
  });

  test('drops points beyond its limit', async () => {
    const points = createPointBuffer(database, createLog('silent'));
    for (let count = 0; count < 12_000; count += 1) points.add(cleanPoint(browserPoint, 'XX', new Date()));
    await points.flush();
    const { count } = await database.one<{ count: number }>(
      sql`select count(*) as count from tracking_points where country = 'XX'`,
    );
    expect(count).toBe(10_000);
  });

  test('is deleted after ninety days', async () => {
    const points = createPointBuffer(database, createLog('silent'));
    points.add(cleanPoint(browserPoint, 'YY', new Date(Date.now() - 91 * 86_400_000)));
    points.add(cleanPoint(browserPoint, 'YY', new Date()));
    await points.flush();
    await deleteOldPoints(database);
    const { count } = await database.one<{ count: number }>(
      sql`select count(*) as count from tracking_points where country = 'YY'`,
    );
    expect(count).toBe(1);
  });
});
