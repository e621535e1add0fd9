import { randomUUID } from 'node:crypto';
import { parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { removeRow, setRow } from '../../configuration/changeConfiguration.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { rowRights } from '../../configuration/rowRights.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { choosePricing, computeInquiryTerms, formatPrice, presentPurchase } from '../../purchase/quote/makeQuote.ts';
import { readPriceBook } from '../../purchase/quote/priceBookStore.ts';
import { priceMethods } from '../../purchase/quote/pricedQuote.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const refused = (key: string) => expect.objectContaining({ key });
const dora = world.createVisitor('dora');
const vera = world.createVisitor('vera');
await dora.logIn();
await vera.logIn();
const CARD = { kind: 'fee', key: 'credit_debit_card/EUR' } as const;
const decision = { who: 'dora', why: 'a test', approvedBy: 'anna' };

await database.run(sql`create table seeded_configuration as select * from configuration`);

/** Isolates tests from each other's configuration, requests and orders. */
beforeEach(() =>
  database.transaction(async (owner) => {
    // Disables the triggers that forbid deleting rows.
    await owner.run(sql`set local session_replication_role = replica`);
    await owner.run(sql`truncate configuration, configuration_seeds`);
    await owner.run(sql`insert into configuration select * from seeded_configuration`);
    await owner.run(sql`delete from offers`);
    await owner.run(sql`delete from orders`);
    await owner.run(sql`
      update operator_requests set status = 'rejected', settled_at = slipway_now() where status in ('waiting', 'approved')`);
  }),
);

const LATER = sql`clock_timestamp() + interval '1 hour'`;

/** Keeps prices fresh by the machine's clock however long a test takes. */
beforeEach(async () => {
  const { catalog } = await readSettings(database);
  await database.run(sql`
    insert into market_prices (base, quote, mid, sources, trusted, observed_at)
    select base, 'EUR', mid, '{}', true, ${LATER} from (values ('BTC', '60123.45'), ('ETH', '3179.379')) as prices (base, mid)
    on conflict (base, quote) do update set observed_at = excluded.observed_at`);
  await database.run(sql`
    insert into fiat_rates (currency, per_euro, sources, daily_only, observed_at) values ('EUR', '1', '{}', false, ${LATER})
    on conflict (currency) do update set observed_at = excluded.observed_at`);
  for (const id of ['BTC', 'ETH']) {
    await database.run(sql`
      insert into network_fees (network, asset, native_units, observed_at)
      values (${catalog.cryptos.get(id)?.network.id}, ${catalog.cryptos.get(id)?.asset.id}, 2000, ${LATER})
      on conflict (network, asset) do update set observed_at = excluded.observed_at`);
    await database.run(sql`
      insert into treasury_funds (asset, free_units, native_free_units, observed_at)
      values (${catalog.cryptos.get(id)?.asset.id}, 1e30, 1e30, ${LATER})
      on conflict (asset) do update set observed_at = excluded.observed_at`);
  }
});

/** Returns the quote that a buyer gets now. */
async function computeQuoteNow(amount: string, crypto: string, method: 'credit_debit_card' | 'bank_transfer') {
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
  const terms = computeInquiryTerms(catalog, await readPriceBook(database), new Date(), inquiry, 'DE');
  const { purchase } = choosePricing(priceMethods(terms), method);
  return { ...presentPurchase(purchase, terms.conditions), price: formatPrice(terms.conditions.price) };
}

const changeRow = (fields: Record<string, string | number | boolean>, row: { kind: string; key: string } = CARD) =>
  database.transaction((transaction) => setRow(transaction, { ...row, fields }, decision));

describe('configuration rows', () => {
  test('are counted by kind, listed, and found by a part of the key; an unknown kind is not found', async () => {
    const { kinds } = await vera.call('catalog', {});
    const fees = kinds.find(({ kind }) => kind === 'fee')?.rows ?? 0;
    expect(fees).toBeGreaterThan(10);
    expect((await vera.call('catalogKind', { kind: 'fee' })).found).toBe(fees);
    const found = await vera.call('catalogKind', { kind: 'fee', find: 'card/eur' });
    expect(found.rows.map(({ key }) => key)).toEqual([CARD.key]);
    await expect(vera.call('catalogKind', { kind: 'wishes' })).rejects.toEqual(refused('not_found'));
  });

  test('have the type of each field, as the configuration checks it', async () => {
    const { schema } = await vera.call('catalogRow', CARD);
    expect(schema.find(({ name }) => name === 'percent')).toMatchObject({
      type: 'percent',
      unit: '%',
      optional: false,
    });
    expect(schema.find(({ name }) => name === 'maximumPay')).toMatchObject({
      type: 'decimal',
      unit: 'EUR',
      optional: true,
    });
    expect(schema.find(({ name }) => name === 'enabled')).toMatchObject({ type: 'yes_or_no', standard: true });
    const age = await vera.call('catalogRow', { kind: 'rule', key: 'minimumAge' });
    expect(age.schema).toMatchObject([{ name: 'value', type: 'number', unit: 'years', minimum: 0, maximum: 120 }]);
    const risk = await vera.call('catalogRow', { kind: 'risk-rule', key: 'a_new_one' });
    expect(risk.fields).toBeNull();
    expect(risk.schema.find(({ name }) => name === 'measure')?.choices).toContain('payer_name_differs');
    expect(risk.schema.find(({ name }) => name === 'of')).toMatchObject({ type: 'choice', optional: true });
  });

  test('show who may change them, that two people are needed, and which cannot be deleted', async () => {
    const { acts } = await vera.call('catalogRow', CARD);
    expect(acts.map(({ allowed }) => allowed)).toEqual([false, false]);
    const own = await dora.call('catalogRow', CARD);
    expect(own.acts[0]).toMatchObject({ action: 'set', allowed: true, needsSecondApproval: true });
    expect(own.acts[0]?.approvers).toContain('anna');
    expect(own.acts[0]?.approvers).not.toContain('dora');
    const currency = await dora.call('catalogRow', { kind: 'currency', key: 'EUR' });
    expect(currency.acts[1]).toMatchObject({ allowed: false, why: expect.stringContaining('Disable it instead') });
    const rule = await dora.call('catalogRow', { kind: 'rule', key: 'minimumAge' });
    expect(rule.acts[1]).toMatchObject({ allowed: false, why: expect.stringContaining('it needs a value') });
  });

  test('take effect within a second, except networks', async () => {
    const listEffects = async (kind: string, key: string) =>
      (await dora.call('catalogRow', { kind, key })).acts.map(({ effect }) => effect);
    expect((await listEffects('currency', 'EUR'))[0]).toContain('within a second');
    expect((await listEffects('network', 'ethereum'))[0]).toContain('next start');
  });

  test('show pending requests and past changes', async () => {
    const change = JSON.stringify({ ...CARD, fields: { fixed: '0.40' } });
    await dora.requestAction('set', { action: 'set', subject: `fee ${CARD.key}`, input: { change } });
    const before = await vera.call('catalogRow', CARD);
    expect(before.requests).toMatchObject([{ action: 'set', requestedBy: 'dora', status: 'waiting' }]);
    await changeRow({ fixed: '0.41' });
    const after = await vera.call('catalogRow', CARD);
    expect(after.edition).not.toBe(before.edition);
    expect(after.fields).toMatchObject({ fixed: '0.41' });
    expect(after.history[0]).toMatchObject({ who: 'dora', approvedBy: 'anna', action: 'set' });
    expect(after.history[0]?.after).toContain('0.41');
  });
});

describe('an invalid change is refused before it is requested', () => {
  const submitChange = (
    action: 'set' | 'remove',
    kind: string,
    key: string,
    more: Record<string, string> = {},
    fields = {},
  ) =>
    dora.requestAction(action, {
      action,
      subject: `${kind} ${key}`,
      input: { change: JSON.stringify({ kind, key, fields }), ...more },
    });
  const readEdition = async () => (await dora.call('catalogRow', CARD)).edition;
  const formatDaysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  test.each([
    ['a missing row', () => submitChange('remove', 'country', 'ZZ'), 'there is no country ZZ'],
    ['a row that cannot be deleted', () => submitChange('remove', 'currency', 'EUR'), 'cannot be deleted'],
    ['a row that other rows need', () => submitChange('remove', 'network', 'bitcoin'), 'bitcoin'],
    [
      'a value that its kind does not accept',
      () => submitChange('set', 'fee', CARD.key, {}, { percent: '3.9' }),
      'fraction below 1',
    ],
    ['an unknown kind', () => submitChange('set', 'wishes', 'x'), 'there is no kind wishes'],
    [
      'a time in the past',
      async () =>
        submitChange(
          'set',
          CARD.kind,
          CARD.key,
          { notBefore: formatDaysFromNow(-1), edition: await readEdition() },
          { fixed: '1' },
        ),
      'has passed',
    ],
    [
      'a time too far ahead',
      async () =>
        submitChange(
          'set',
          CARD.kind,
          CARD.key,
          { notBefore: formatDaysFromNow(31), edition: await readEdition() },
          { fixed: '1' },
        ),
      'at most 30 days',
    ],
    [
      'a time without the edition of its row',
      () => submitChange('set', CARD.kind, CARD.key, { notBefore: formatDaysFromNow(1) }, { fixed: '1' }),
      'must contain the row',
    ],
    [
      'another edition of the row',
      () =>
        submitChange(
          'set',
          CARD.kind,
          CARD.key,
          { notBefore: formatDaysFromNow(1), edition: 'f'.repeat(16) },
          { fixed: '1' },
        ),
      'has changed since the request',
    ],
    [
      'an invalid time',
      () => submitChange('set', CARD.kind, CARD.key, { notBefore: 'soon', edition: 'f'.repeat(16) }, { fixed: '1' }),
      'must name its kind',
    ],
  ] as const)('%s', async (_name, requestChange, message) => {
    const before = (await dora.call('requests', {})).list.length;
    await expect(requestChange()).rejects.toThrow(message);
    expect((await dora.call('requests', {})).list).toHaveLength(before);
  });

  test('with a subject that names a row other than the one that it changes', async () => {
    const change = JSON.stringify({ kind: 'rule', key: 'limitsNeedSecondApproval', fields: { value: 'no' } });
    await expect(
      dora.requestAction('set', { action: 'set', subject: `fee ${CARD.key}`, input: { change } }),
    ).rejects.toThrow('its subject is fee');
  });
});

describe('each role may request only changes of its kinds', () => {
  const roles = { vera: 'viewer', sam: 'support', cleo: 'compliance', tess: 'treasurer', dora: 'admin' } as const;

  test.each(Object.entries(roles))('%s', async (name, role) => {
    const visitor = world.createVisitor(name);
    await visitor.logIn();
    const { acts } = await visitor.call('rightsTable', {});
    for (const [kind, { requesters, approvers }] of Object.entries(rowRights)) {
      const key = kind === 'rule' ? 'minimumAge' : kind === 'fee' ? CARD.key : undefined;
      expect(acts.find(({ act }) => act === `set ${kind}`)).toEqual({ act: `set ${kind}`, requesters, approvers });
      if (key === undefined) continue;
      const { acts: offered } = await visitor.call('catalogRow', { kind, key });
      expect([kind, offered[0]?.allowed]).toEqual([kind, requesters.includes(role)]);
      const fields = kind === 'rule' ? { value: 19 } : { fixed: '0.43' };
      const input = { change: JSON.stringify({ kind, key, fields }) };
      const request = await visitor
        .requestAction('set', { action: 'set', subject: `${kind} ${key}`, input })
        .catch(() => undefined);
      expect([kind, request !== undefined]).toEqual([kind, requesters.includes(role)]);
    }
    expect(acts.some(({ act }) => act === 'set' || act === 'remove')).toBe(false);
  });
});

test('shows an approved scheduled change at its row, in the list and on Today until a person with the right cancels it', async () => {
  const tess = world.createVisitor('tess');
  await tess.logIn();
  const { edition } = await dora.call('catalogRow', CARD);
  const notBefore = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const change = JSON.stringify({ ...CARD, fields: { fixed: '0.44' } });
  const request = { action: 'set', subject: `fee ${CARD.key}`, input: { change, notBefore, edition } };
  const { id, statement } = await dora.requestAction('set', request);
  expect((await tess.call('request', { id })).mayTakeBack).toBe(false);
  expect(await tess.answer(id, 'approve', statement ?? '')).toMatchObject({
    status: 'approved',
    notBefore,
    lapsesAt: null,
    mayTakeBack: true,
  });
  expect((await vera.call('catalogRow', CARD)).requests.at(-1)).toMatchObject({
    id,
    status: 'approved',
    mayTakeBack: false,
  });
  const listed = await vera.call('catalogKind', { kind: 'fee', find: CARD.key });
  expect(listed.rows[0]).toMatchObject({ from: notBefore });
  expect((await vera.call('today', {})).timed).toMatchObject([
    { id, notBefore, requestedBy: 'dora', answeredBy: 'tess' },
  ]);
  await expect(vera.answer(id, 'reject', statement ?? '')).rejects.toEqual(refused('act_refused'));
  expect(await dora.answer(id, 'reject', statement ?? '')).toMatchObject({
    status: 'rejected',
    result: 'cancelled by dora: a test',
  });
  expect((await vera.call('today', {})).timed).toEqual([]);
});

describe('a change preview', () => {
  test.each([
    ['a fee', CARD, { percent: '0.036', minimum: '3.99' }, 'BTC'],
    ['a spread', { kind: 'crypto', key: 'ETH' }, { spread: '0.002' }, 'ETH'],
    ['a fixed fee', { kind: 'fee', key: 'credit_debit_card/EUR' }, { fixed: '1.07' }, 'ETH'],
  ] as const)('of %s quotes the same as after the change', async (_name, row, fields, crypto) => {
    const amounts = ['30.00', '100.00', '250.00', '999.99'];
    const previews = await Promise.all(
      amounts.map((amount) =>
        vera.call('previewChange', {
          ...row,
          fields,
          sample: { payCurrency: 'EUR', crypto, amount, method: 'credit_debit_card' },
        }),
      ),
    );
    const former = await Promise.all(amounts.map((amount) => computeQuoteNow(amount, crypto, 'credit_debit_card')));
    await changeRow(fields, row);
    const made = await Promise.all(amounts.map((amount) => computeQuoteNow(amount, crypto, 'credit_debit_card')));
    for (const [index, { sample }] of previews.entries()) {
      for (const [sampleQuote, quote] of [
        [sample.now, former[index]],
        [sample.next, made[index]],
      ] as const)
        expect(sampleQuote).toMatchObject({
          refusal: null,
          processingFee: quote?.processingFee,
          networkFee: quote?.transNetworkFee,
          price: quote?.price,
          receive: quote?.getCurrencyAmount,
        });
    }
    expect(previews.some(({ sample }) => sample.next.receive !== sample.now.receive)).toBe(true);
  });

  test('changes nothing, and shows the refusal that a buyer would get', async () => {
    const before = await vera.call('catalogRow', CARD);
    const preview = await vera.call('previewChange', {
      ...CARD,
      fields: { minimumPay: '300' },
      sample: { amount: '250.00' },
    });
    expect(preview.sample.now.refusal).toBeNull();
    expect(preview.sample.next.refusal).toContain('300');
    expect(preview.after).toMatchObject({ minimumPay: '300' });
    expect((await vera.call('catalogRow', CARD)).edition).toBe(before.edition);
  });

  test('is refused for an invalid change, with the reason', async () => {
    await expect(vera.call('previewChange', { ...CARD, fields: { percent: '3.9' } })).rejects.toThrow(
      'fraction below 1',
    );
    await expect(vera.call('previewChange', { kind: 'currency', key: 'EUR', fields: null })).rejects.toThrow(
      'cannot be deleted',
    );
    await expect(vera.call('previewChange', { kind: 'country', key: 'DE', fields: null })).rejects.toThrow(
      'there is no country DE',
    );
  });

  test('returns the cost in percent for increasing amounts', async () => {
    const { curve } = await vera.call('previewChange', { ...CARD, fields: { percent: '0.001' } });
    const sold = curve.filter(({ now }) => now !== null);
    expect(sold.length).toBeGreaterThan(8);
    expect(Number(sold.at(-1)?.next)).toBeLessThan(Number(sold.at(-1)?.now));
    expect(Number(sold[0]?.now)).toBeGreaterThan(Number(sold.at(-1)?.now));
  });
});

describe('the effect on past orders', () => {
  const EURO = fiatAsset('EUR');
  const euros = (text: string) => parseAmount(EURO, text);

  async function storeDeliveredOrder(euro: string, more: Parameters<typeof storeOrder>[1] = {}) {
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

  test('sums the fees that paid orders would have brought, and counts those with the best offer', async () => {
    await changeRow({ percent: '0.039', fixed: '0.30', minimum: '3.99', minimumPay: '20' });
    await storeDeliveredOrder('100.00');
    const { orderNo } = await storeDeliveredOrder('1000.00');
    await storeOrder(database, { pay: euros('70.00') });
    const { day } = await vera.call('previewChange', { ...CARD, fields: { percent: '0.01', minimumPay: '200' } });
    expect(day).toMatchObject({ read: 2, bounded: false });
    expect(day.currencies).toMatchObject([
      {
        currency: 'EUR',
        orders: 2,
        paid: '1100.00',
        // 3.9 % of 100 plus 0.30 is 4.20; of 1,000 it is 39.30.
        now: { processingFees: '43.50', refused: 0, lifted: 0 },
        // The smaller order would have been refused.
        next: { processingFees: '10.30', refused: 1, lifted: 0 },
      },
    ]);
    await database.run(sql`
      insert into offers (quote_id, offer_type, pay_method, pay_asset, pay_decimals, pay_units, receive_asset,
        receive_decimals, receive_units, processing_fee_units, network_fee_units, affiliate_fee_units, offered_at)
      select quote_id, 'another', pay_method, 'EUR', 2, 100000, 'BTC', 8, 1600000, 0, 0, 0, slipway_now()
      from orders where order_no = ${orderNo}`);
    const competing = await vera.call('previewChange', { ...CARD, fields: { percent: '0.001' } });
    expect(competing.day.compared).toBe(1);
    expect(competing.day.currencies[0]).toMatchObject({ now: { best: 0 }, next: { best: 1 } });
  });

  test('ranks the sample among the newest offers of other providers for a similar amount', async () => {
    const storeOffer = (provider: string, pay: number, receive: number, minutes: number) =>
      database.run(sql`
        insert into offers (quote_id, offer_type, pay_method, pay_asset, pay_decimals, pay_units, receive_asset,
          receive_decimals, receive_units, processing_fee_units, network_fee_units, affiliate_fee_units, offered_at)
        select ${randomUUID()}, ${provider}, 'credit_debit_card', c.pay, 2, ${pay}, c.receive, 8, ${receive}, 0, 0, 0,
          slipway_now() - make_interval(mins => ${minutes})
        from (select ${EURO.id} as pay, ${receiveAsset} as receive) c`);
    const { catalog } = await readSettings(database);
    const receiveAsset = catalog.cryptos.get('BTC')?.asset.id ?? '';
    const sample = { amount: '250.00', crypto: 'BTC', payCurrency: 'EUR', method: 'credit_debit_card' };
    expect((await vera.call('previewChange', { ...CARD, fields: {}, sample })).sample).toMatchObject({
      competingOffers: null,
    });
    // The market gives about 0.00415 for 250; one offer is far cheaper than ours, one far dearer.
    await storeOffer('cheaper', 25_000, 400_000, 10);
    await storeOffer('dearer', 20_000, 200_000, 20);
    // An earlier offer, one for a much larger amount, and an expired one.
    await storeOffer('dearer', 20_000, 900_000, 30);
    await storeOffer('other', 2_500_000, 90_000_000, 5);
    await storeOffer('former', 25_000, 900_000, 90);
    const { competingOffers, now, next } = (
      await vera.call('previewChange', { ...CARD, fields: { percent: '0', fixed: '0', minimum: '0' }, sample })
    ).sample;
    expect(competingOffers).toMatchObject({ offers: 2, from: '125.00', to: '500.00' });
    expect([now.place, next.place]).toEqual([2, 1]);
  });

  test('counts the orders that the ban of a country would have refused, and how many of them were good', async () => {
    await storeDeliveredOrder('150.00', { country: 'FR' });
    await storeOrder(database, { country: 'FR' });
    const { stops } = await vera.call('previewChange', { kind: 'country', key: 'FR', fields: { banned: true } });
    expect(stops).toMatchObject({ now: { refused: 0 }, next: { refused: 2, good: 1 } });
  });

  test('counts the orders that a risk rule would have held, except for a rule about cards, whose effect is unknown', async () => {
    const { buyerId } = await storeDeliveredOrder('60.00');
    await storeDeliveredOrder('60.00', { buyerId });
    await storeDeliveredOrder('60.00', { buyerId });
    const rule = { measure: 'orders', of: 'buyer', within: 'hour', above: '2', outcome: 'hold' };
    const { stops } = await vera.call('previewChange', { kind: 'risk-rule', key: 'three_in_an_hour', fields: rule });
    expect((stops?.next.held ?? 0) - (stops?.now.held ?? 0)).toBe(1);
    expect((stops?.next.good ?? 0) - (stops?.now.good ?? 0)).toBe(1);
    const cards = { measure: 'cards', of: 'card', within: 'day', above: '2', outcome: 'hold' };
    const unread = await vera.call('previewChange', { kind: 'risk-rule', key: 'many_cards', fields: cards });
    expect(unread.stops?.explanation).toContain('its effect is unknown');
  });

  test('counts the additional orders that need a check with a lower threshold', async () => {
    await storeDeliveredOrder('100.00');
    const { stops } = await vera.call('previewChange', {
      kind: 'rule',
      key: 'confirmationAboveEuro',
      fields: { value: '99.00' },
    });
    expect(stops?.next.furtherChecks).toBeGreaterThan(stops?.now.furtherChecks ?? 0);
  });
});

test('shows a removed row as missing, with its history', async () => {
  const row = { kind: 'reviewed-name', key: 'Somebody, Else' };
  await changeRow({ reason: 'a test' }, row);
  const { acts } = await dora.call('catalogRow', row);
  expect(acts.map(({ action }) => action)).toEqual(['set', 'remove']);
  await database.transaction((transaction) => removeRow(transaction, row, decision));
  expect(await dora.call('catalogRow', row)).toMatchObject({ fields: null, history: [{ action: 'remove' }, {}] });
});

test('refuses calls for the configuration and the providers without a session', async () => {
  const stranger = world.createVisitor('nobody');
  for (const [name, body] of [
    ['catalog', {}],
    ['catalogKind', { kind: 'fee' }],
    ['catalogRow', CARD],
    ['previewChange', { ...CARD, fields: {} }],
    ['providers', {}],
  ] as const)
    expect((await stranger.postRaw(name, body)).respCode).toBe('403');
});
