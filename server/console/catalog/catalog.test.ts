import { randomUUID } from 'node:crypto';
import { parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { removeRow, setRow } from '../../configuration/changeConfiguration.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { choosePricing, presentPurchase, shownPrice, termsOfInquiry } from '../../purchase/quote/makeQuote.ts';
import { readPriceBook } from '../../purchase/quote/priceBookStore.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const refused = (key: string) => expect.objectContaining({ key });
const dora = world.visitor('dora');
const vera = world.visitor('vera');
await dora.enter();
await vera.enter();
const CARD = { kind: 'fee', key: 'credit_debit_card/EUR' } as const;
const decision = { who: 'dora', why: 'a test', approvedBy: 'anna' };

/** Prices that are fresh by the machine's clock. */
beforeEach(async () => {
  const { catalog } = await readSettings(database);
  await database.run(sql`
    insert into market_prices (base, quote, mid, sources, trusted, observed_at)
    values ('BTC', 'EUR', '60123.45', '{}', true, clock_timestamp()), ('ETH', 'EUR', '3179.379', '{}', true, clock_timestamp())
    on conflict (base, quote) do update set observed_at = excluded.observed_at`);
  await database.run(sql`
    insert into fiat_rates (currency, per_euro, sources, daily_only, observed_at) values ('EUR', '1', '{}', false, clock_timestamp())
    on conflict (currency) do update set observed_at = excluded.observed_at`);
  for (const id of ['BTC', 'ETH'])
    await database.run(sql`
      insert into network_fees (network, asset, native_units, observed_at)
      values (${catalog.cryptos.get(id)?.network.id}, ${catalog.cryptos.get(id)?.asset.id}, 2000, clock_timestamp())
      on conflict (network, asset) do update set observed_at = excluded.observed_at`);
});

/** As a buyer is quoted it at this moment. */
async function quoteNow(amount: string, crypto: string, method: 'credit_debit_card' | 'bank_transfer') {
  const { catalog } = await readSettings(database);
  const inquiry = {
    sendCurrency: 'EUR',
    sendCurrencyAmount: amount,
    getCurrency: crypto,
    getCurrencyAmount: '',
    partnerId: '0',
    reference: '',
    refererUrl: '',
    payMethod: method,
    offerType: '',
  };
  const terms = termsOfInquiry(catalog, await readPriceBook(database), new Date(), inquiry, 'DE');
  const { purchase } = choosePricing(terms, method);
  return { ...presentPurchase(purchase, terms), price: shownPrice(terms.price) };
}

const change = (fields: Record<string, string | number | boolean>, row: { kind: string; key: string } = CARD) =>
  database.transaction((transaction) => setRow(transaction, { ...row, fields }, decision));

describe('the rows', () => {
  test('are counted by kind, listed, and found by a part of the key', async () => {
    const { kinds } = await vera.call('catalog', {});
    const fees = kinds.find(({ kind }) => kind === 'fee')?.rows ?? 0;
    expect(fees).toBeGreaterThan(10);
    expect((await vera.call('catalogKind', { kind: 'fee' })).found).toBe(fees);
    const found = await vera.call('catalogKind', { kind: 'fee', find: 'card/eur' });
    expect(found.rows.map(({ key }) => key)).toEqual([CARD.key]);
    await expect(vera.call('catalogKind', { kind: 'wishes' })).rejects.toEqual(refused('not_found'));
  });

  test('say what each field takes, as the configuration checks it', async () => {
    const { schema } = await vera.call('catalogRow', CARD);
    expect(schema.find(({ name }) => name === 'percent')).toMatchObject({
      type: 'decimal',
      optional: false,
      words: expect.stringContaining('fraction'),
    });
    expect(schema.find(({ name }) => name === 'maximumPay')).toMatchObject({ type: 'decimal', optional: true });
    expect(schema.find(({ name }) => name === 'enabled')).toMatchObject({ type: 'yes_or_no', standard: true });
    const age = await vera.call('catalogRow', { kind: 'rule', key: 'minimumAge' });
    expect(age.schema).toMatchObject([{ name: 'value', type: 'number', minimum: 0, maximum: 120 }]);
    const risk = await vera.call('catalogRow', { kind: 'risk-rule', key: 'a_new_one' });
    expect(risk.fields).toBeNull();
    expect(risk.schema.find(({ name }) => name === 'measure')?.choices).toContain('payer_name_differs');
    expect(risk.schema.find(({ name }) => name === 'of')).toMatchObject({ type: 'choice', optional: true });
  });

  test('say who may change them, and that it takes two', async () => {
    const { acts } = await vera.call('catalogRow', CARD);
    expect(acts.map(({ allowed }) => allowed)).toEqual([false, false]);
    const own = await dora.call('catalogRow', CARD);
    expect(own.acts[0]).toMatchObject({ action: 'set', allowed: true, takesTwo: true });
    expect(own.acts[0]?.approvers).toContain('anna');
    expect(own.acts[0]?.approvers).not.toContain('dora');
    const currency = await dora.call('catalogRow', { kind: 'currency', key: 'EUR' });
    expect(currency.acts[1]).toMatchObject({ allowed: false, why: expect.stringContaining('never removed') });
  });

  test('show what waits about them, and what was changed', async () => {
    const asked = JSON.stringify({ ...CARD, fields: { fixed: '0.40' } });
    await dora.ask('set', { action: 'set', subject: `fee ${CARD.key}`, input: { change: asked } });
    const before = await vera.call('catalogRow', CARD);
    expect(before.requests).toMatchObject([{ action: 'set', askedBy: 'dora', status: 'waiting' }]);
    await change({ fixed: '0.41' });
    const after = await vera.call('catalogRow', CARD);
    expect(after.edition).not.toBe(before.edition);
    expect(after.fields).toMatchObject({ fixed: '0.41' });
    expect(after.history[0]).toMatchObject({ who: 'dora', approvedBy: 'anna', action: 'set' });
    expect(after.history[0]?.after).toContain('0.41');
  });
});

describe('a preview', () => {
  test.each([
    ['a fee', CARD, { percent: '0.036', minimum: '3.99' }, 'BTC'],
    ['a spread', { kind: 'crypto', key: 'ETH' }, { spread: '0.002' }, 'ETH'],
    ['what is fixed of it', { kind: 'fee', key: 'credit_debit_card/EUR' }, { fixed: '1.07' }, 'ETH'],
  ] as const)('of %s quotes what is quoted once it is made', async (_name, row, fields, crypto) => {
    const amounts = ['30.00', '100.00', '250.00', '999.99'];
    const foretold = await Promise.all(
      amounts.map((amount) =>
        vera.call('previewChange', {
          ...row,
          fields,
          sample: { payCurrency: 'EUR', crypto, amount, method: 'credit_debit_card' },
        }),
      ),
    );
    const former = await Promise.all(amounts.map((amount) => quoteNow(amount, crypto, 'credit_debit_card')));
    await change(fields, row);
    const made = await Promise.all(amounts.map((amount) => quoteNow(amount, crypto, 'credit_debit_card')));
    for (const [index, { sample }] of foretold.entries()) {
      for (const [said, quote] of [
        [sample.now, former[index]],
        [sample.next, made[index]],
      ] as const)
        expect(said).toMatchObject({
          refusal: null,
          processingFee: quote?.processingFee,
          networkFee: quote?.transNetworkFee,
          price: quote?.price,
          receive: quote?.getCurrencyAmount,
        });
    }
    expect(foretold.some(({ sample }) => sample.next.receive !== sample.now.receive)).toBe(true);
  });

  test('changes nothing, and says the refusal that a buyer would be told', async () => {
    const before = await vera.call('catalogRow', CARD);
    const seen = await vera.call('previewChange', {
      ...CARD,
      fields: { minimumPay: '300' },
      sample: { amount: '250.00' },
    });
    expect(seen.sample.now.refusal).toBeNull();
    expect(seen.sample.next.refusal).toContain('300');
    expect(seen.after).toMatchObject({ minimumPay: '300' });
    expect((await vera.call('catalogRow', CARD)).edition).toBe(before.edition);
  });

  test('refuses by name what would be refused in the end', async () => {
    await expect(vera.call('previewChange', { ...CARD, fields: { percent: '3.9' } })).rejects.toThrow(
      'fraction below 1',
    );
    await expect(vera.call('previewChange', { kind: 'currency', key: 'EUR', fields: null })).rejects.toThrow(
      'never removed',
    );
    await expect(vera.call('previewChange', { kind: 'country', key: 'DE', fields: null })).rejects.toThrow(
      'there is no country DE',
    );
  });

  test('draws what it costs, by what is paid', async () => {
    const { curve } = await vera.call('previewChange', { ...CARD, fields: { percent: '0.001' } });
    const sold = curve.filter(({ now }) => now !== null);
    expect(sold.length).toBeGreaterThan(8);
    expect(Number(sold.at(-1)?.next)).toBeLessThan(Number(sold.at(-1)?.now));
    expect(Number(sold[0]?.now)).toBeGreaterThan(Number(sold.at(-1)?.now));
  });
});

describe('of past orders', () => {
  const EURO = fiatAsset('EUR');
  const euros = (text: string) => parseAmount(EURO, text);

  async function paidOrder(euro: string, more: Parameters<typeof storeOrder>[1] = {}) {
    const pay = euros(euro);
    const stored = await storeOrder(database, {
      pay,
      euroCents: pay.units,
      address: `an-address-of-${randomUUID()}`,
      ...more,
    });
    await database.run(sql`
      update orders set status = 'delivered', captured_units = pay_units, authorized_units = pay_units
      where id = ${stored.id}`);
    return stored;
  }

  test('a preview sums what they had brought, and no unpaid one', async () => {
    await change({ percent: '0.039', fixed: '0.30', minimum: '3.99', minimumPay: '20' });
    await paidOrder('100.00');
    const { orderNo } = await paidOrder('1000.00');
    await storeOrder(database, { pay: euros('70.00') });
    const { day } = await vera.call('previewChange', { ...CARD, fields: { percent: '0.01', minimumPay: '200' } });
    expect(day).toMatchObject({ read: 2, bounded: false });
    expect(day.currencies).toMatchObject([
      {
        currency: 'EUR',
        orders: 2,
        paid: '1100.00',
        // 3.9 % of 100 and 0.30 are 4.20; of 1,000 they are 39.30.
        now: { processingFees: '43.50', refused: 0, lifted: 0 },
        // The smaller one would not have been made.
        next: { processingFees: '10.30', refused: 1, lifted: 0 },
      },
    ]);
    await database.run(sql`
      insert into offers (quote_id, offer_type, pay_method, pay_asset, pay_decimals, pay_units, receive_asset,
        receive_decimals, receive_units, processing_fee_units, network_fee_units, affiliate_fee_units, offered_at)
      select quote_id, 'another', pay_method, 'EUR', 2, 100000, 'BTC', 8, 1600000, 0, 0, 0, slipway_now()
      from orders where order_no = ${orderNo}`);
    const beside = await vera.call('previewChange', { ...CARD, fields: { percent: '0.001' } });
    expect(beside.day.compared).toBe(1);
    expect(beside.day.currencies[0]).toMatchObject({ now: { best: 0 }, next: { best: 1 } });
  });

  test('a country would have refused some, of which some were good', async () => {
    await paidOrder('150.00', { country: 'FR' });
    await storeOrder(database, { country: 'FR' });
    const { stops } = await vera.call('previewChange', { kind: 'country', key: 'FR', fields: { banned: true } });
    expect(stops).toMatchObject({ now: { refused: 0 }, next: { refused: 2, good: 1 } });
  });

  test('a rule of risk would have held some', async () => {
    const { buyerId } = await paidOrder('60.00');
    await paidOrder('60.00', { buyerId });
    await paidOrder('60.00', { buyerId });
    const rule = { measure: 'orders', of: 'buyer', within: 'hour', above: '2', outcome: 'hold' };
    const { stops } = await vera.call('previewChange', { kind: 'risk-rule', key: 'three_in_an_hour', fields: rule });
    expect((stops?.next.held ?? 0) - (stops?.now.held ?? 0)).toBe(1);
    expect((stops?.next.good ?? 0) - (stops?.now.good ?? 0)).toBe(1);
    const cards = { measure: 'cards', of: 'card', within: 'day', above: '2', outcome: 'hold' };
    const unread = await vera.call('previewChange', { kind: 'risk-rule', key: 'many_cards', fields: cards });
    expect(unread.stops?.words).toContain('not known');
  });

  test('a bar asks more of more of them', async () => {
    const { stops } = await vera.call('previewChange', {
      kind: 'rule',
      key: 'confirmationAboveEuro',
      fields: { value: '99.00' },
    });
    expect(stops?.next.asked).toBeGreaterThan(stops?.now.asked ?? 0);
  });
});

test('a row that was taken out is told as one that is not there', async () => {
  const row = { kind: 'reviewed-name', key: 'Somebody, Else' };
  await change({ reason: 'a test' }, row);
  const { acts } = await dora.call('catalogRow', row);
  expect(acts.map(({ action }) => action)).toEqual(['set', 'remove']);
  await database.transaction((transaction) => removeRow(transaction, row, decision));
  expect(await dora.call('catalogRow', row)).toMatchObject({ fields: null, history: [{ action: 'remove' }, {}] });
});

test('nobody reads any of it who has not entered', async () => {
  const nobody = world.visitor('nobody');
  for (const [name, body] of [
    ['catalog', {}],
    ['catalogKind', { kind: 'fee' }],
    ['catalogRow', CARD],
    ['previewChange', { ...CARD, fields: {} }],
    ['providers', {}],
  ] as const)
    expect((await nobody.raw(name, body)).respCode).toBe('403');
});
