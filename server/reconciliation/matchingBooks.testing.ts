import { createAmount } from '@slipway/money/amount.ts';
import { powerOfTen } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import pg from 'pg';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import type { Database } from '../platform/database/database.ts';
import { createLog } from '../platform/log/log.ts';
import type { BalanceLine, BalanceRequest } from '../providers/card/balanceLine.ts';
import { ok } from '../providers/outcome.ts';
import type { TradingVenue, VenueStatementLine } from '../providers/venue/venuePort.ts';
import { requireCrypto } from '../purchase/catalog/catalog.ts';
import { createFakeChain } from '../purchase/delivery/fakeChain.testing.ts';
import { storeOrder } from '../purchase/order/storedOrder.testing.ts';
import type { ExternalAccount } from './externalAccount.ts';
import { createAcquirerExternalAccount } from './externalAccounts/acquirerExternalAccount.ts';
import { createBankExternalAccount } from './externalAccounts/bankExternalAccount.ts';
import { createChainExternalAccount } from './externalAccounts/chainExternalAccount.ts';
import { createVenueExternalAccount } from './externalAccounts/venueExternalAccount.ts';
import { reconcileExternalAccount } from './reconcileExternalAccount.ts';

const { catalog } = seededSettings();
export const coin = requireCrypto(catalog, 'BTC').asset;

/** Cents that order `n` paid, and satoshi that were bought for it. */
const computePaidCents = (n: number) => BigInt(10_000 + n);
const computeBoughtSatoshi = (n: number) => BigInt(150_000 + n);
const EURO = fiatAsset('EUR');
/** Page size of the acquirer's lines. */
const PAGE = 100;
const VENUE_FEE = 150n;
const computeDeliveredSatoshi = (n: number) => computeBoughtSatoshi(n) - VENUE_FEE;
const CHAIN_FEE = 1_500n;
/** Balances from before the first order. */
const OPENING = { EUR: 2_500_000_000n, BTC: 10n ** 12n } as const;

/** The external accounts, which a test may change without the ledger. */
export type TestExternalAccounts = {
  readonly charges: BalanceLine[];
  readonly lines: VenueStatementLine[];
  /** Minor units. */
  readonly balances: { EUR: bigint; BTC: bigint };
  wallet: bigint;
};

/**
 * Creates the books of orders that were paid by bank and by card, bought at the venue and delivered, identical on all sides.
 */
export async function createMatchingBooks(url: string, database: Database) {
  const there: TestExternalAccounts = { charges: [], lines: [], balances: { ...OPENING }, wallet: OPENING.BTC };
  const { chain } = createFakeChain(coin.id.split('/')[0] ?? '', coin);
  const venue = {
    id: 'laid',
    readStatement: async (since: Date) =>
      ok({
        balances: [
          { currency: 'EUR', value: { coefficient: there.balances.EUR, scale: 2 } },
          { currency: 'BTC', value: { coefficient: there.balances.BTC, scale: coin.decimals } },
        ],
        lines: there.lines.filter(({ at }) => at > since),
      }),
  } as unknown as TradingVenue;
  const card = {
    id: 'laid',
    async listBalanceLines({ since, page = '0' }: BalanceRequest) {
      const lines = there.charges.filter(({ bookedAt }) => bookedAt >= since);
      const next = Number(page) + PAGE;
      return ok({ lines: lines.slice(Number(page), next), ...(next < lines.length && { nextPage: String(next) }) });
    },
  };
  const readHoldings = async () => ok({ units: new Map([[coin.id, there.wallet]]), stateId: `${there.wallet}` });
  const context = { database, catalog, log: createLog('silent') };
  const places: readonly ExternalAccount[] = [
    createBankExternalAccount(database),
    createVenueExternalAccount({ ...context, venue }),
    createAcquirerExternalAccount({ database, card }),
    createChainExternalAccount(context, { ...chain, readHoldings }),
  ].map((place) => ({ ...place, graceMs: 0 }));

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Without triggers and foreign keys, since tests insert and change rows as the product never would.
  await client.query('set session_replication_role = replica');
  // The stored sums still follow every change; proveSumsWhenDue.test.ts tests changes that they do not follow.
  for (const table of ['ledger_postings', 'reconciliation_lines'])
    for (const fact of ['added', 'changed', 'gone'])
      await client.query(`alter table ${table} enable always trigger ${table}_${fact}`);
  await client.query(
    `insert into bank_statements (hash, name, imported_by, imported_at, entries) values ('\\x00', 'laid', 'test', now(), 0)`,
  );
  await client.query(`insert into account_statements (file_hash, account, currency, statement_id, closed_on, opening_units,
    net_units, closing_units, created_at) values ('\\x00', 'DE1', 'EUR', 'first', '2026-01-01', 700, 0, 700, now())`);

  return {
    there,
    places,
    run: (text: string, values: readonly unknown[] = []) => client.query(text, [...values]),
    close: () => client.end(),
    async reconcile() {
      for (const place of places) await reconcileExternalAccount(context, place);
    },
    async addOrders(count: number) {
      const { id: template } = await storeOrder(database, { payMethod: 'bank_transfer' });
      const number = (expression: string) => `(${expression})::numeric`;
      const orders = `select g as n, $2::bigint + g as id, 'O' || g as no, ${number('10000 + g')} as paid,
        ${number('150000 + g')} as bought from generate_series(1, $1::int) g`;
      const insertRows = (text: string, ...values: readonly unknown[]) =>
        client.query(`with laid as (${orders}) ${text}`, [count, template, ...values]);
      await insertRows(`insert into orders overriding system value
        select (jsonb_populate_record(o, jsonb_build_object('id', laid.id, 'order_no', no, 'quote_id', no))).*
        from laid join orders o on o.id = $2`);
      await insertRows(`insert into bank_entries (id, statement_hash, account, direction, reversal, currency, units, booked_on,
          end_to_end_id, status, order_id, stated_in, created_at)
        select 'B' || n, '\\x00', 'DE1', 'credit', false, 'EUR', paid, '2026-01-02', '', 'order', id, 2, now()
        from laid`);
      await insertRows(`insert into account_statements (file_hash, account, currency, statement_id, closed_on, opening_units,
          net_units, closing_units, follows, created_at)
        select '\\x00', 'DE1', 'EUR', 'second', '2026-01-02', 700, sum(paid), 700 + sum(paid), 1, now() from laid
        where $2::bigint is not null`);
      await insertRows(`insert into order_events (order_id, sequence, kind, key, data, from_status, to_status, at)
        select id, 1, 'payment_received', 'receipt:B' || n, '{}'::jsonb, '', '', now() from laid
        union all select id, 5, 'payment_captured', 'pi_' || n, jsonb_build_object('paymentId', 'pi_' || n), '', '', now()
        from laid
        union all select id, 2, 'conversion_filled', 'C' || n || ':closed',
          jsonb_build_object('fill', jsonb_build_object('clientOrderId', 'C' || n)), '', '', now() from laid`);
      await insertRows(`insert into conversions (client_order_id, order_id, part, venue, base, quote, base_amount, limit_price,
          status, filled_base, venue_orders, created_at, updated_at)
        select 'C' || n, id, 1, 'laid', 'BTC', 'EUR', '1', '1', 'closed', '1', jsonb_build_array('V' || n), now(), now()
        from laid`);
      await insertRows(
        `insert into payouts (id, batch_id, order_id, network, asset, decimals, from_address, to_address, units, status,
          transaction_id, fee_asset, fee_decimals, fee_units, created_at, updated_at)
        select 'P' || n, 'P' || n, id, $3, $4, 8, '', '', bought - ${VENUE_FEE}, 'final', 'T' || n, $4, 8, ${CHAIN_FEE}, now(), now()
        from laid`,
        chain.network,
        coin.id,
      );
      await insertRows(`insert into ledger_transactions (key, kind, order_id, at)
        select no || ':' || sequence || ':' || kind, kind, id, now() from laid
        cross join (values (1, 'received'), (2, 'fill'), (3, 'broadcast'), (4, 'confirmed'), (5, 'captured')) as k (sequence, kind)`);
      const postings = `(values
        ('captured', 'asset:acquirer', 'iso4217:EUR', 1, 0, 0), ('captured', 'liability:buyer', 'iso4217:EUR', -1, 0, 0),
        ('received', 'asset:bank', 'iso4217:EUR', 1, 0, 0), ('received', 'liability:buyer', 'iso4217:EUR', -1, 0, 0),
        ('fill', 'asset:venue', 'iso4217:EUR', -1, 0, 0), ('fill', 'trading', 'iso4217:EUR', 1, 0, 0),
        ('fill', 'asset:venue', '${coin.id}', 0, 1, 0), ('fill', 'trading', '${coin.id}', 0, -1, 0),
        ('fill', 'expense:venue', '${coin.id}', 0, 0, ${VENUE_FEE}), ('fill', 'asset:venue', '${coin.id}', 0, 0, -${VENUE_FEE}),
        ('broadcast', 'asset:wallet', '${coin.id}', 0, -1, ${VENUE_FEE}), ('broadcast', 'asset:transit', '${coin.id}', 0, 1, -${VENUE_FEE}),
        ('confirmed', 'asset:transit', '${coin.id}', 0, -1, ${VENUE_FEE}), ('confirmed', 'trading', '${coin.id}', 0, 1, -${VENUE_FEE}),
        ('confirmed', 'asset:wallet', '${coin.id}', 0, 0, -${CHAIN_FEE}), ('confirmed', 'expense:network', '${coin.id}', 0, 0, ${CHAIN_FEE})
        ) as p (kind, account, asset, of_paid, of_bought, satoshi)`;
      await insertRows(`insert into ledger_postings (transaction_id, order_id, account, asset, units)
        select t.id, laid.id, p.account, p.asset,
          p.of_paid * paid * ${powerOfTen(6)} + (p.of_bought * bought + p.satoshi) * ${powerOfTen(10)}
        from laid join ledger_transactions t on t.order_id = laid.id join ${postings} on p.kind = t.kind`);
      await client.query('analyze');
      for (let n = 1; n <= count; n++) addExternalRows(there, n);
    },
  };
}

/** Adds the rows of order `n` at the venue, on the chain and at the acquirer. */
function addExternalRows(there: TestExternalAccounts, n: number): void {
  const at = new Date();
  const move = (leg: string, currency: 'EUR' | 'BTC', coefficient: bigint, scale: number) => {
    there.lines.push({
      lineId: `L${n}${leg}`,
      groupId: `V${n}`,
      isOfOrder: true,
      amount: { currency, value: { coefficient, scale } },
      at,
    });
    there.balances[currency] += coefficient;
  };
  move('a', 'EUR', -computePaidCents(n), 2);
  move('b', 'BTC', computeBoughtSatoshi(n) - VENUE_FEE, coin.decimals);
  there.wallet -= computeDeliveredSatoshi(n) + CHAIN_FEE;
  const [amount, fee] = [createAmount(EURO, computePaidCents(n)), createAmount(EURO, 0n)];
  there.charges.push({
    lineId: `txn_${n}`,
    kind: 'charge',
    vendorType: 'charge',
    amount,
    fee,
    subjectId: `pi_${n}`,
    bookedAt: at,
  });
}
