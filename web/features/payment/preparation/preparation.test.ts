import { i18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitFor } from '../../../../tools/patience/waitFor.testing.ts';
import { emptyDraft, getDraft, updateDraft } from '../../draft/draft.ts';
import { type PreparationState, type PreparationSteps, runPreparation } from './preparation.ts';

type Amounts = { readonly get: string };
type Answers = Readonly<Record<string, (body: Record<string, unknown>) => unknown>>;

const ORDER = '7KQ2M4XD9TAB3';
const createdOrder = {
  orderNo: ORDER,
  service: 'slipway',
  nextStepContent: `/select-card?orderNo=${ORDER}`,
  serviceLogoUrl: '',
};
const card = { cardId: 'card_1', brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2029 };
const defaultAnswers: Answers = {
  userStatus: () => ({ isKyc: '1', kyc_level: 1 }),
  checkIdentification: () => ({ isIdentification: '1' }),
  cardList: () => [card],
  checkoutInfo: () => ({ payMethod: 'credit_debit_card' }),
  coinOrder: () => createdOrder,
};

function createRefusal(respCode: string, error: string) {
  return () => {
    throw { respCode, respMessage: '', data: { error, facts: {} } };
  };
}

/** Simulates the server and returns the names of the calls received. */
function simulateServer(answers: Answers): string[] {
  const callNames: string[] = [];
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    const name = path.split('/').at(-1) ?? '';
    callNames.push(name);
    try {
      const data = (answers[name] ?? defaultAnswers[name])?.(JSON.parse(body) as Record<string, unknown>);
      return Promise.resolve(Response.json({ respCode: '200', respMessage: '', data }));
    } catch (envelope) {
      return Promise.resolve(Response.json(envelope));
    }
  });
  return callNames;
}

function createMemoryStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

/** Runs the preparation on a screen that agrees to every change. */
async function run(change: Partial<PreparationSteps<Amounts>> = {}) {
  const states: PreparationState<Amounts>[] = [];
  const went: string[] = [];
  const reported: string[] = [];
  const steps: PreparationSteps<Amounts> = {
    orderNo: '',
    renew: () => Promise.resolve({ shown: { get: '1' }, quoted: { get: '1' } }),
    isChanged: (a, b) => a.get !== b.get,
    onOrder: (orderNo) => reported.push(orderNo),
    onPriceExpired: () => reported.push('expired'),
    go: (to) => went.push(to),
    ...change,
  };
  await runPreparation(steps, new AbortController().signal, (state) => {
    states.push(state);
    if (state.kind === 'changed' && !state.working) state.agree();
  });
  return { states: states.map(({ kind }) => kind), last: states.at(-1), went, reported };
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en-US', messages: { 'error.order_refused': 'The order could not be made.' } });
  vi.stubGlobal('sessionStorage', createMemoryStorage());
  vi.stubGlobal('localStorage', createMemoryStorage());
  vi.stubGlobal('location', { href: 'https://slipway.test/select-card' });
  updateDraft({
    ...emptyDraft,
    sendCurrency: 'EUR',
    sendCurrencyAmount: '100.00',
    getCurrency: 'BTC',
    quoteToken: 'q1',
    payMethod: 'credit_debit_card',
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('Select Card', () => {
  test('creates the order and shows the saved cards', async () => {
    const callNames = simulateServer({});
    const { last, reported } = await run();
    expect(callNames).toEqual(['userStatus', 'coinOrder', 'userStatus', 'checkIdentification', 'cardList']);
    expect(last).toEqual({ kind: 'choose', orderNo: ORDER, cards: [card] });
    expect(reported).toEqual([ORDER]);
    expect(getDraft()).toMatchObject({ orderNo: ORDER, quoteToken: '' });
  });

  test('asks to confirm a contract address before creating the order', async () => {
    updateDraft({ address: '0xSafe' });
    const coinOrder = ({ acceptContract }: Record<string, unknown>) =>
      acceptContract ? createdOrder : createRefusal('509', 'address_is_contract')();
    simulateServer({ coinOrder });
    expect((await run()).went).toEqual(['/confirm-address?error=address_is_contract']);
    updateDraft({ acceptedContract: '0xSafe' });
    simulateServer({ coinOrder });
    expect((await run()).went).not.toContain('/confirm-address?error=address_is_contract');
    expect(getDraft().orderNo).toBe(ORDER);
    // A different address must be confirmed too.
    updateDraft({ address: '0xOther', orderNo: '' });
    simulateServer({ coinOrder });
    expect((await run()).went).toEqual(['/confirm-address?error=address_is_contract']);
  });

  test('sends the quote token of the draft with the request for the buyer’s status', async () => {
    const tokens: unknown[] = [];
    simulateServer({
      userStatus: ({ token }) => {
        tokens.push(token);
        return { isKyc: '1', kyc_level: 1 };
      },
    });
    await run();
    // Creating the order has used the quote.
    expect(tokens).toEqual(['q1', undefined]);
  });

  test('creates no order if the URL names one', async () => {
    const callNames = simulateServer({ cardList: () => [] });
    const { went } = await run({ orderNo: ORDER });
    expect(callNames).not.toContain('coinOrder');
    expect(went).toEqual([`/enter-card?orderNo=${ORDER}`]);
  });

  test.each([
    ['2', '/kyc-status?status=2'],
    ['3', '/enter-information?isUnderReview=true&step=2'],
  ])('leads from details with status %s to %s and creates no order', async (isKyc, to) => {
    const callNames = simulateServer({ userStatus: () => ({ isKyc, kyc_level: 0 }) });
    expect((await run()).went).toEqual([to]);
    expect(callNames).not.toContain('coinOrder');
  });

  test('remembers to return to Select Card while the details are under review', async () => {
    simulateServer({ userStatus: () => ({ isKyc: '3', kyc_level: 0 }) });
    await run();
    expect(sessionStorage.getItem('kycLevel1SuccessRedirectUrl')).toBe('/select-card');
  });

  test('asks for missing details, and remembers to return to the order', async () => {
    simulateServer({ userStatus: () => ({ isKyc: '0', kyc_level: 0 }) });
    expect((await run()).went).toEqual(['/enter-information']);
    expect(sessionStorage.getItem('kycLevel1SuccessRedirectUrl')).toBe(`/select-card?orderNo=${ORDER}`);
  });

  describe('a wallet', () => {
    test('shows no saved cards', async () => {
      updateDraft({ payMethod: 'google_pay' });
      const callNames = simulateServer({});
      expect((await run()).went).toEqual([`/enter-card?orderNo=${ORDER}`]);
      expect(callNames).toEqual(['userStatus', 'coinOrder', 'userStatus', 'checkIdentification']);
    });

    test('is recognized by its order if the draft does not name it', async () => {
      updateDraft({ orderNo: '' });
      const callNames = simulateServer({ checkoutInfo: () => ({ payMethod: 'apple_pay' }) });
      expect((await run({ orderNo: ORDER })).went).toEqual([`/enter-card?orderNo=${ORDER}`]);
      expect(callNames).toEqual(['userStatus', 'userStatus', 'checkIdentification', 'checkoutInfo']);
    });
  });

  describe('a bank transfer', () => {
    const instructions = `/payment-status?orderNo=${ORDER}`;
    const transfer = { coinOrder: () => ({ ...createdOrder, nextStepContent: instructions }) };
    beforeEach(() => updateDraft({ payMethod: 'bank_transfer' }));

    test('leads to its instructions without saved cards, and clears its draft', async () => {
      const callNames = simulateServer(transfer);
      const { went, states } = await run();
      expect(went).toEqual([instructions]);
      expect(callNames).toEqual(['userStatus', 'coinOrder']);
      expect(states).toEqual([]);
      expect(getDraft()).toMatchObject({ payMethod: '', sendCurrencyAmount: '', address: '' });
    });

    test.each([
      ['0', '/enter-information'],
      ['3', '/enter-information?isUnderReview=true&step=2'],
    ])('waits for details with status %s before an order is created', async (isKyc, to) => {
      const callNames = simulateServer({ ...transfer, userStatus: () => ({ isKyc, kyc_level: 0 }) });
      expect((await run()).went).toEqual([to]);
      expect(callNames).not.toContain('coinOrder');
      expect(sessionStorage.getItem('kycLevel1SuccessRedirectUrl')).toBe('/select-card');
    });

    test('asks for details if the server refuses an order without them, and keeps the draft', async () => {
      simulateServer({ coinOrder: createRefusal('509', 'details_missing') });
      expect((await run()).went).toEqual(['/enter-information']);
      expect(sessionStorage.getItem('kycLevel1SuccessRedirectUrl')).toBe('/select-card');
      expect(getDraft()).toMatchObject({ payMethod: 'bank_transfer', sendCurrencyAmount: '100.00' });
    });

    test('does not change the return URL of a card order that the URL names, if only the draft names it', async () => {
      simulateServer({ userStatus: () => ({ isKyc: '0', kyc_level: 0 }) });
      await run({ orderNo: ORDER });
      expect(sessionStorage.getItem('kycLevel1SuccessRedirectUrl')).toBe(`/select-card?orderNo=${ORDER}`);
    });
  });

  test('asks for a document that the order requires', async () => {
    simulateServer({ checkIdentification: () => ({ isIdentification: '0' }) });
    expect((await run({ orderNo: ORDER })).went).toEqual([`/verify-id?orderNo=${ORDER}`]);
  });

  test('asks for consent to a changed amount before creating the order', async () => {
    const callNames = simulateServer({});
    const { states } = await run({ renew: () => Promise.resolve({ shown: { get: '2' }, quoted: { get: '1' } }) });
    expect(states).toEqual(['changed', 'changed', 'choose']);
    expect(callNames.filter((name) => name === 'coinOrder')).toHaveLength(1);
  });

  test('creates no order before the buyer consents', async () => {
    const callNames = simulateServer({});
    const states: string[] = [];
    const steps = {
      orderNo: '',
      renew: () => Promise.resolve({ shown: { get: '2' }, quoted: { get: '1' } }),
      isChanged: () => true,
      onOrder: () => undefined,
      onPriceExpired: () => undefined,
      go: () => undefined,
    };
    void runPreparation<Amounts>(steps, new AbortController().signal, ({ kind }) => states.push(kind));
    await waitFor(() => expect(states).toEqual(['changed']));
    expect(callNames).toEqual(['userStatus']);
  });

  test('renews an expired price and reports it', async () => {
    let tries = 0;
    const expireOnce = () => {
      tries += 1;
      return tries === 1 ? createRefusal('5003', 'price_expired')() : createdOrder;
    };
    const callNames = simulateServer({ coinOrder: expireOnce });
    expect((await run()).reported).toEqual(['expired', ORDER]);
    expect(callNames.filter((name) => name === 'coinOrder')).toHaveLength(2);
  });

  test('returns to Submit Address for an error that is fixed there, otherwise to Edit with the error’s name', async () => {
    simulateServer({ coinOrder: createRefusal('509', 'wallet_type_missing') });
    expect((await run()).went).toEqual(['/submit-address?error=wallet_type_missing']);
    simulateServer({ coinOrder: createRefusal('509', 'order_refused') });
    expect((await run()).went[0]).toBe('/edit?error=order_refused');
  });

  test('ends a purchase that differs from its session, and clears the fixed draft', async () => {
    updateDraft({ partnerSession: 'proof', address: 'bc1q', addressFixed: true });
    localStorage.setItem('partnerId', 'shop');
    simulateServer({ coinOrder: createRefusal('509', 'session_fixed') });
    expect((await run()).went).toEqual(['/session-refused?reason=fixed&partnerId=shop']);
    expect(getDraft()).toEqual(emptyDraft);
  });

  test('returns to Edit with the refusal’s message, or a general one if it has none', async () => {
    const answered = (respMessage: string) => () => {
      throw { respCode: '509', respMessage, data: null };
    };
    simulateServer({ coinOrder: answered('We are closed today') });
    expect((await run()).went).toEqual(['/edit?error=We%20are%20closed%20today']);
    simulateServer({ coinOrder: answered('') });
    expect((await run()).went).toEqual(['/edit?error=create%20order%20failed']);
  });

  test('returns to Edit with the message of a 200 response', async () => {
    const callNames = simulateServer({
      coinOrder: () => {
        throw { respCode: '200', respMessage: 'We are closed today', data: createdOrder };
      },
    });
    expect((await run()).went).toEqual(['/edit?error=We%20are%20closed%20today']);
    expect(callNames).toEqual(['userStatus', 'coinOrder']);
    expect(getDraft().ordering).toBe(false);
  });

  test('an order request without a response stays pending until a response arrives', async () => {
    const callNames = simulateServer({});
    vi.stubGlobal('navigator', { onLine: false });
    const answering = fetch;
    vi.stubGlobal('fetch', (path: string, init: { body: string }) =>
      path.endsWith('coinOrder') ? Promise.reject(new TypeError('lost')) : answering(path, init),
    );
    expect((await run()).last).toMatchObject({ kind: 'failed' });
    expect(getDraft()).toMatchObject({ ordering: true, orderNo: '', quoteToken: 'q1' });
    vi.stubGlobal('fetch', answering);
    expect((await run()).last).toMatchObject({ kind: 'choose', orderNo: ORDER });
    expect(getDraft()).toMatchObject({ ordering: false, orderNo: ORDER });
    expect(callNames.filter((name) => name === 'coinOrder')).toHaveLength(1);
  });

  test.each([500, 502, 503])('an order request that failed with status %i is sent again unchanged', async (status) => {
    simulateServer({});
    const answering = fetch;
    const sent: string[] = [];
    vi.stubGlobal('fetch', (path: string, init: { body: string }) => {
      if (!path.endsWith('coinOrder')) return answering(path, init);
      sent.push(init.body);
      if (sent.length > 1) return answering(path, init);
      return Promise.resolve(Response.json({ respCode: '599', respMessage: '', data: null }, { status }));
    });
    const { last, went } = await run();
    expect(last).toMatchObject({ kind: 'failed' });
    expect(went).toEqual([]);
    expect(getDraft()).toMatchObject({ ordering: true, orderNo: '', quoteToken: 'q1' });
    expect((await run()).last).toMatchObject({ kind: 'choose', orderNo: ORDER });
    expect(new Set(sent).size).toBe(1);
  });

  test.each([createRefusal('509', 'order_refused'), createRefusal('5003', 'price_expired')])(
    'a refusal ends the pending order (%#)',
    async (refuse) => {
      simulateServer({ coinOrder: refuse });
      await run();
      expect(getDraft()).toMatchObject({ ordering: false, orderNo: '' });
    },
  );

  test('an expired price is renewed with its own token', async () => {
    simulateServer({ coinOrder: createRefusal('5003', 'price_expired') });
    const tokens: string[] = [];
    const renew = () => {
      tokens.push(getDraft().quoteToken);
      return Promise.resolve(tokens.length === 1 ? { shown: { get: '1' }, quoted: { get: '1' } } : null);
    };
    await run({ renew });
    expect(tokens).toEqual(['q1', 'q1']);
  });

  test('returns to Edit if the draft has no purchase', async () => {
    simulateServer({});
    expect((await run({ renew: () => Promise.resolve(null) })).went).toEqual(['/edit']);
  });

  test('reports a request that fails', async () => {
    simulateServer({ userStatus: createRefusal('503', 'unavailable') });
    expect((await run()).last).toMatchObject({ kind: 'failed' });
  });
});
