import { expect, test } from 'vitest';
import { emptyPriceBook } from '../purchase/quote/priceBook.ts';
import type { KnownForm } from './record/formRecord.ts';
import { createSignerMetrics, type SignerGaugeSources } from './signerMetrics.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

const form = (minutes: number, euroCents: bigint, units: bigint): KnownForm => ({
  number: 1,
  network: 'eip155:1',
  purpose: 'payment',
  payer: '0xTreasury',
  orderNos: ['A'],
  payments: [],
  claims: [],
  proofs: [],
  transactionId: '0xsecret',
  asset: 'eip155:1/slip44:60',
  units,
  euroCents,
  at: minutesAgo(minutes).getTime(),
});

function createSources(own: Partial<SignerGaugeSources> = {}): SignerGaugeSources {
  const forms = [form(90, 20_000n, 30n), form(10, 5_050n, 20n)];
  return {
    limits: () => ({
      transactionCents: 50_000n,
      feeCents: 10_000n,
      hourCents: 100_000n,
      dayCents: 500_000n,
      dayUnits: new Map([['eip155:1/slip44:60', 200n]]),
    }),
    record: { listPaidSince: (since) => forms.filter(({ at }) => at >= since) },
    prices: { book: () => emptyPriceBook },
    findStopReason: async () => undefined,
    contradictions: () => ['crypto USDC'],
    now: () => NOW,
    ...own,
  };
}

test('counts answers, and refusals by reason', async () => {
  const metrics = createSignerMetrics(createSources());
  expect(await metrics.render()).toContain('slipway_signer_last_answer_timestamp_seconds 0\n');
  metrics.countAnswer('pay', 'ok');
  metrics.countAnswer('pay', 'refused');
  metrics.countRefusal('pay', 'over_limit');
  const text = await metrics.render();
  expect(text).toContain('slipway_signer_answers_total{question="pay",kind="ok"} 1\n');
  expect(text).toContain('slipway_signer_answers_total{question="pay",kind="refused"} 1\n');
  expect(text).toContain('slipway_signer_refusals_total{question="pay",reason="over_limit"} 1\n');
  expect(text).toContain(`slipway_signer_last_answer_timestamp_seconds ${NOW.getTime() / 1000}\n`);
});

test('reports the remaining limits', async () => {
  const text = await createSignerMetrics(createSources()).render();
  expect(text).toContain('slipway_signer_limit_euros{within="hour"} 1000\n');
  expect(text).toContain('slipway_signer_limit_left_euros{within="hour"} 949.5\n');
  expect(text).toContain('slipway_signer_limit_left_euros{within="day"} 4749.5\n');
  expect(text).toContain('slipway_signer_limit_left_ratio{asset="eip155:1/slip44:60"} 0.75\n');
});

test('reports whether a person has stopped the signer, and an unreadable state as stopped', async () => {
  const stoppedIs = async (stopped: SignerGaugeSources['findStopReason']) =>
    /^slipway_signer_stopped (\d)$/m.exec(
      await createSignerMetrics(createSources({ findStopReason: stopped })).render(),
    )?.[1];
  expect(await stoppedIs(async () => undefined)).toBe('0');
  expect(await stoppedIs(async () => 'stopped by hand')).toBe('1');
  expect(await stoppedIs(async () => Promise.reject(new Error('EACCES')))).toBe('1');
});

test('counts the configuration rows that the signer does not accept', async () => {
  const text = await createSignerMetrics(createSources()).render();
  expect(text).toContain('slipway_signer_configuration_contradictions 1\n');
});

test('reports the age of its own prices, and drops markets that no longer exist', async () => {
  let markets = new Map([['ETH/EUR', { mid: '2000', trusted: true, observedAt: minutesAgo(2) }]]);
  const book = () => ({ ...emptyPriceBook, markets }) as unknown as typeof emptyPriceBook;
  const metrics = createSignerMetrics(createSources({ prices: { book } }));
  expect(await metrics.render()).toContain('slipway_signer_price_age_seconds{market="ETH/EUR"} 120\n');
  markets = new Map();
  expect(await metrics.render()).not.toContain('ETH/EUR');
});

test('contains nothing of what was signed', async () => {
  const text = await createSignerMetrics(createSources()).render();
  for (const hidden of ['0xsecret', 'orderNo', '"A"']) expect(text).not.toContain(hidden);
});
