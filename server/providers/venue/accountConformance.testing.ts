import { formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { describe, expect, test } from 'vitest';
import type { VenueAccount, VenueMovement, WithdrawRequest } from './venueAccount.ts';

/** A test's control over the account at the venue. Amounts are plain decimals, signed by their effect on the account. */
export type AccountSubject = {
  /** Books a movement that is not a trade. `other`: of a type that the adapter does not list. */
  moveAccount(kind: 'deposit' | 'withdrawal' | 'other', currency: string, amount: string, fee: string): Promise<void>;
  /**
   * Moves BTC from the spendable balance to an earning one: `flexible` stays spendable and is reported as BTC, `locked`
   * has another name. A negative amount moves it back.
   */
  earn(where: 'flexible' | 'locked', amount: string): Promise<void>;
  /** Adds an address for withdrawals of BTC on bitcoin, as the account's owner. `verified`: the owner has confirmed it. */
  allowAddress(address: string, verified: boolean): Promise<void>;
  /** Loses the next withdrawal: `before`, it never arrives; `after`, it is accepted and the answer is lost. */
  loseNextWithdrawal(when: 'before' | 'after'): void;
  /** Advances time until a withdrawal is sent. */
  passWithdrawal(): void;
};

type Tested = {
  readonly account: VenueAccount;
  readonly subject: AccountSubject;
  readonly unreachable: VenueAccount;
};

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const EPOCH = new Date(0);

/** Registers the tests of the account: its balances, its movements other than trades, and withdrawals. */
export function accountConformance(tested: () => Tested): void {
  async function listMovements(since = EPOCH): Promise<VenueMovement[]> {
    const found = new Map<string, VenueMovement>();
    let page: string | undefined;
    do {
      const answer = await tested().account.listMovements({ since, page });
      if (answer.kind !== 'ok') throw new Error(`listMovements: ${answer.kind}`);
      for (const movement of answer.value.movements) found.set(movement.movementId, movement);
      page = answer.value.nextPage;
    } while (page !== undefined);
    return [...found.values()];
  }

  const formatMovement = ({ kind, currency, amount, fee }: VenueMovement) =>
    `${kind} ${currency} ${formatDecimal(amount)} ${formatDecimal(fee)}`;

  async function readBalance(currency: string): Promise<string> {
    const answer = await tested().account.getBalances();
    if (answer.kind !== 'ok') throw new Error(`getBalances: ${answer.kind}`);
    const found = answer.value.find((one) => one.currency === currency);
    return formatDecimal(found?.amount ?? parseDecimal('0'));
  }

  const buildRequest = (amount: string, more: Partial<WithdrawRequest> = {}): WithdrawRequest => ({
    currency: 'BTC',
    network: 'bitcoin',
    address: ADDRESS,
    amount: parseDecimal(amount),
    mayStillSend: async () => true,
    ...more,
  });

  async function listWithdrawals() {
    const answer = await tested().account.listWithdrawals({ currency: 'BTC', since: EPOCH });
    if (answer.kind !== 'ok') throw new Error(`listWithdrawals: ${answer.kind}`);
    return answer.value;
  }

  describe('the account', () => {
    test('reports its balances, and movements other than trades, in the venue’s digits', async () => {
      const { subject } = tested();
      const before = await listMovements();
      await subject.moveAccount('deposit', 'BTC', '1.25', '0');
      await subject.moveAccount('withdrawal', 'EUR', '-100.5', '0.35');
      await subject.moveAccount('other', 'BTC', '0.01', '0');
      expect(await readBalance('BTC')).toMatch(/^1\.260*$/);
      const known = new Set(before.map(({ movementId }) => movementId));
      const fresh = (await listMovements()).filter(({ movementId }) => !known.has(movementId));
      expect(fresh.map(formatMovement).toSorted()).toEqual([
        expect.stringMatching(/^deposit BTC 1\.250* 0(\.0*)?$/),
        expect.stringMatching(/^other BTC 0\.010* 0(\.0*)?$/),
        expect.stringMatching(/^withdrawal EUR -100\.50* 0\.350*$/),
      ]);
      expect(await listMovements()).toEqual(await listMovements());
    });

    test('counts coins that earn interest but stay spendable, without a movement', async () => {
      const { subject, account } = tested();
      await subject.moveAccount('deposit', 'BTC', '2', '0');
      const before = await listMovements();
      await subject.earn('flexible', '1.5');
      await subject.earn('flexible', '-0.25');
      expect(await readBalance('BTC')).toMatch(/^2(\.0*)?$/);
      const balances = await account.getBalances();
      if (balances.kind !== 'ok') throw new Error(balances.kind);
      expect(balances.value.filter(({ currency }) => currency.startsWith('BTC'))).toHaveLength(1);
      expect(await listMovements()).toEqual(before);
    });

    test('counts locked coins separately, and lists their movement', async () => {
      const { subject, account } = tested();
      await subject.moveAccount('deposit', 'BTC', '2', '0');
      const known = new Set((await listMovements()).map(({ movementId }) => movementId));
      await subject.earn('locked', '1.5');
      expect(await readBalance('BTC')).toMatch(/^0\.50*$/);
      const balances = await account.getBalances();
      if (balances.kind !== 'ok') throw new Error(balances.kind);
      const apart = balances.value.filter(({ currency }) => currency !== 'BTC' && currency.includes('BTC'));
      expect(apart.map(({ amount }) => formatDecimal(amount))).toEqual([expect.stringMatching(/^1\.50*$/)]);
      const fresh = (await listMovements()).filter(({ movementId }) => !known.has(movementId));
      expect(fresh.map(formatMovement)).toEqual([expect.stringMatching(/^other BTC -1\.50* 0(\.0*)?$/)]);
    });

    test('pages through all movements', async () => {
      const { subject } = tested();
      const before = (await listMovements()).length;
      for (let count = 0; count < 60; count += 1) await subject.moveAccount('deposit', 'BTC', '0.001', '0');
      expect(await listMovements()).toHaveLength(before + 60);
    });

    test('is unavailable when the venue cannot be reached', async () => {
      const { unreachable } = tested();
      expect((await unreachable.getBalances()).kind).toBe('unavailable');
      expect((await unreachable.listMovements({ since: EPOCH })).kind).toBe('unavailable');
      expect((await unreachable.listWithdrawals({ currency: 'BTC', since: EPOCH })).kind).toBe('unavailable');
      expect((await unreachable.withdraw(buildRequest('0.5'))).kind).toBe('unavailable');
    });
  });

  describe('a withdrawal', () => {
    test('leaves the account and is listed by its id until it is sent', async () => {
      const { account, subject } = tested();
      await subject.moveAccount('deposit', 'BTC', '1', '0');
      await subject.allowAddress(ADDRESS, true);
      const outcome = await account.withdraw(buildRequest('0.5'));
      if (outcome.kind !== 'ok') throw new Error(outcome.kind);
      const { withdrawalId } = outcome.value;
      expect(await readBalance('BTC')).toMatch(/^0\.50*$/);
      expect(await listWithdrawals()).toMatchObject([{ withdrawalId, status: 'pending', address: ADDRESS }]);
      const moved = (await listMovements()).find(({ reference }) => reference === withdrawalId);
      expect(moved).toMatchObject({ kind: 'withdrawal', currency: 'BTC' });
      subject.passWithdrawal();
      expect(await listWithdrawals()).toMatchObject([
        { withdrawalId, status: 'sent', transactionId: expect.stringMatching(/./) },
      ]);
    });

    test('is not sent when `mayStillSend` returns false', async () => {
      const { account, subject } = tested();
      await subject.moveAccount('deposit', 'BTC', '1', '0');
      await subject.allowAddress(ADDRESS, true);
      const outcome = await account.withdraw(buildRequest('0.5', { mayStillSend: async () => false }));
      expect(outcome).toMatchObject({ kind: 'refused', reason: 'superseded' });
      expect(await listWithdrawals()).toEqual([]);
    });

    test.each(['before', 'after'] as const)(
      'whose request or response is lost %s the venue accepts it is unknown, and a query shows whether it exists',
      async (when) => {
        const { account, subject } = tested();
        await subject.moveAccount('deposit', 'BTC', '1', '0');
        await subject.allowAddress(ADDRESS, true);
        subject.loseNextWithdrawal(when);
        expect((await account.withdraw(buildRequest('0.5'))).kind).toBe('unknown');
        expect(await listWithdrawals()).toHaveLength(when === 'after' ? 1 : 0);
      },
    );

    test.each([
      ['more than the balance', '5', {}, 'insufficient_funds'],
      ['less than the venue’s minimum', '0.00001', {}, 'below_minimum'],
      [
        'an address that is not set up',
        '0.5',
        { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
        'address_not_known',
      ],
      ['an address on another network', '0.5', { network: 'ethereum' }, 'address_not_known'],
      ['a network that the venue does not have', '0.5', { network: 'toString' }, 'address_not_known'],
      ['a coin that the venue does not list', '0.5', { currency: 'NOCOIN' }, 'invalid_request'],
    ])('with %s is refused', async (_what, amount, more, reason) => {
      const { account, subject } = tested();
      await subject.moveAccount('deposit', 'BTC', '1', '0');
      await subject.allowAddress(ADDRESS, true);
      expect(await account.withdraw(buildRequest(amount, more))).toMatchObject({ kind: 'refused', reason });
      expect(await listWithdrawals()).toEqual([]);
    });

    test('to an unconfirmed address is refused', async () => {
      const { account, subject } = tested();
      await subject.moveAccount('deposit', 'BTC', '1', '0');
      await subject.allowAddress(ADDRESS, false);
      expect(await account.withdraw(buildRequest('0.5'))).toMatchObject({
        kind: 'refused',
        reason: 'address_not_known',
      });
    });
  });
}
