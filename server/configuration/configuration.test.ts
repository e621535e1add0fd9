import { ruleTitles } from '@slipway/contract/statements/ruleTitles.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrokenAuditLine, listAuditLines } from '../platform/audit/auditStore.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { findAcceptedCurrency, listMethodsInCountry, requirePayCurrency } from '../purchase/catalog/catalog.ts';
import { removeRow, seedConfiguration, setRow } from './changeConfiguration.ts';
import { ruleSchemas } from './configurationKinds.ts';
import { openSettings } from './liveSettings.ts';
import { previewSettings } from './previewSettings.ts';
import { quietReports, seededSettings } from './seededSettings.testing.ts';
import type { Settings } from './settings.ts';

const { database } = await openOwnDatabase();
const decision = { who: 'anna', why: 'a test' };

beforeAll(async () => {
  await seedConfiguration(database, []);
});

function set(kind: string, key: string, fields: Record<string, unknown>) {
  return database.transaction((transaction) => setRow(transaction, { kind, key, fields }, decision));
}

describe('the configuration in the database', () => {
  test('keeps later changes when it is seeded again', async () => {
    await set('crypto', 'BTC', { spread: '0.02' });
    await seedConfiguration(database, []);
    const settings = await openSettings(database, quietReports);
    expect(settings.catalog.cryptos.get('BTC')?.spread).toEqual({ coefficient: 2n, scale: 2 });
    expect(settings.catalog.payCurrencies.size).toBeGreaterThanOrEqual(30);
    expect(settings.rules.identityAboveEuroCents).toBe(70_000n);
  });

  test('does not return a removed row when it is seeded again', async () => {
    const row = { kind: 'risk-rule', key: 'ip_declines_day' };
    await database.transaction((transaction) => removeRow(transaction, row, decision));
    const hasRule = ({ riskRules }: Settings) => riskRules.some(({ name }) => name === row.key);
    expect(hasRule(await previewSettings(database, []))).toBe(false);
    await seedConfiguration(database, []);
    expect(hasRule((await openSettings(database, quietReports)).current())).toBe(false);
  });

  test('applies a change without a restart, also to a catalog and rules that were read earlier', async () => {
    const settings = await openSettings(database, quietReports);
    const { catalog, rules } = settings;
    await set('currency', 'EUR', { minimum: '35.50' });
    await set('rule', 'identityAboveEuro', { value: '500' });
    await settings.follow();
    expect(requirePayCurrency(catalog, 'EUR').minimumUnits).toBe(3550n);
    expect(rules.identityAboveEuroCents).toBe(50_000n);
    expect('identityAboveEuroCents' in rules).toBe(true);
    expect(() => ({ ...rules })).toThrow('cannot be copied');
    expect(() => Object.keys(catalog)).toThrow('cannot be copied');
    expect(() => Object.assign(rules, { identityAboveEuroCents: 0n })).toThrow(TypeError);
  });

  test('records who changed what, permits no update of a record, and detects a record that was tampered with', async () => {
    await set('currency', 'CHF', { maximum: '9000' });
    const [line] = await listAuditLines(database, 1);
    expect(line).toMatchObject({ who: 'anna', why: 'a test', action: 'set', subject: 'currency CHF' });
    expect(line?.before).toMatchObject({ maximum: '10000' });
    expect(line?.after).toMatchObject({ maximum: '9000' });
    expect(await findBrokenAuditLine(database)).toBeUndefined();

    await expect(database.run(sql`update audit_trail set who = 'ben'`)).rejects.toThrow('append only');
    await database.run(sql`alter table audit_trail disable trigger audit_trail_append_only`);
    await database.run(sql`update audit_trail set who = 'ben' where id = ${line?.id}`);
    expect(await findBrokenAuditLine(database)).toBe(line?.id);
    await database.run(sql`update audit_trail set who = 'anna' where id = ${line?.id}`);
    await database.run(sql`alter table audit_trail enable trigger audit_trail_append_only`);
    expect(await findBrokenAuditLine(database)).toBeUndefined();
  });

  test.each([
    ['currency', 'EUR', { minimum: '20.005' }, 'more digits'],
    ['currency', 'EUR', { minimum: '20000' }, 'minimum is above the maximum'],
    ['currency', 'EUR', { minimun: '20' }, 'Unrecognized key'],
    ['currency', 'ZZZ', { name: 'None', minimum: '1', maximum: '2' }, 'ISO 4217'],
    ['fee', 'credit_debit_card/EUR', { percent: '3.9' }, 'fraction below 1'],
    ['fee', 'credit_debit_card/XDR', { percent: '0', fixed: '0', minimum: '0' }, 'no currency XDR'],
    [
      'crypto',
      'NEW',
      { symbol: 'NEW', name: 'New', network: 'moon', decimals: 8, asset: 'slip44:1', spread: '0' },
      'network moon',
    ],
    ['crypto', 'BTC', { spread: 0.01 }, 'string'],
    ['country', 'Germany', { banned: true }, 'not a key'],
    ['rule', 'identityAboveEuro', { value: 'much' }, 'plain decimal'],
    ['rule', '__proto__', { value: '1' }, 'not a key'],
    ['partner', 'shop', { name: 'Shop', kind: 'partner_site', origins: ['https://shop.example/path'] }, 'origin'],
    ['partner', 'shop', { name: 'Shop', kind: 'partner_site', origins: ['https://*'] }, 'origin'],
    ['partner', 'shop', { name: 'Shop', kind: 'partner_site', origins: ['https://*.shop.example'] }, 'origin'],
    ['partner', 'shop', { name: 'Shop', kind: 'partner_site', origins: ['https://shop.example;sandbox'] }, 'origin'],
    ['partner', 'shop', { name: 'Shop', kind: 'partner_site', origins: ["https://shop.example'"] }, 'origin'],
    ['partner', 'shop', { name: 'Shop', kind: 'partner_site', origins: ['com.example.shop://'] }, 'origin'],
    ['partner', 'shop', { name: 'Shop', kind: 'partner_site', origins: [], redirects: ['javascript://'] }, 'origin'],
    ['partner', 'shop', { name: 'Shop', kind: 'partner_site', origins: [], redirects: ['shop://'] }, 'origin'],
    ['partner', 'shop', { name: 'Shop', kind: 'partner_site', origins: [], redirects: ['com.shop.app://x'] }, 'origin'],
    ['moods', 'EUR', {}, 'no kind moods'],
  ])('refuses %s %s %o', async (kind, key, fields, message) => {
    await expect(set(kind, key, fields)).rejects.toThrow(message);
  });

  test('removes a denied address, but never a crypto', async () => {
    await expect(
      database.transaction((transaction) => removeRow(transaction, { kind: 'crypto', key: 'BTC' }, decision)),
    ).rejects.toThrow('enabled=false');
    await set('denied-address', '0x00000000000000000000000000000000deadbeef', { reason: 'reported' });
    await database.transaction((transaction) =>
      removeRow(transaction, { kind: 'denied-address', key: '0x00000000000000000000000000000000deadbeef' }, decision),
    );
    const settings = await openSettings(database, quietReports);
    expect(settings.current().deniedAddresses).toEqual([]);
  });

  test('keeps all of several concurrent changes', async () => {
    await Promise.all([
      set('crypto', 'ETH', { spread: '0.03' }),
      set('crypto', 'ETH', { hot: false }),
      set('crypto', 'ETH', { popular: false }),
    ]);
    const settings = await openSettings(database, quietReports);
    expect(settings.catalog.cryptos.get('ETH')).toMatchObject({
      spread: { coefficient: 3n, scale: 2 },
      hot: false,
      popular: false,
    });
  });
});

describe('rows that a server cannot read', () => {
  const writeMinimumAge = (value: unknown) =>
    database.run(sql`
      update configuration set value = ${JSON.stringify({ value })}::jsonb, changed_at = clock_timestamp()
      where kind = 'rule' and key = 'minimumAge'`);

  /** Opens settings as a running server does, and counts how often it reports unreadable rows as a metric. */
  async function openServerSettings() {
    let counted = 0;
    const metrics = { countUnreadConfiguration: () => (counted += 1) };
    const settings = await openSettings(database, { ...quietReports, metrics });
    return { settings, counted: () => counted };
  }

  test('leave the settings unchanged, and every server reports them until they are fixed', async () => {
    const [first, second] = [await openServerSettings(), await openServerSettings()];
    expect(first.settings.unreadFault()).toBeUndefined();
    const { minimumAge } = first.settings.rules;
    await writeMinimumAge('grown up');
    await Promise.all([first.settings.follow(), second.settings.follow()]);
    await first.settings.follow();
    for (const { settings, counted } of [first, second]) {
      expect(settings.unreadFault()).toContain('rule minimumAge');
      expect(settings.rules.minimumAge).toBe(minimumAge);
      expect(counted()).toBe(1);
    }

    await writeMinimumAge(21);
    await Promise.all([first.settings.follow(), second.settings.follow()]);
    expect([first.settings.unreadFault(), second.settings.unreadFault()]).toEqual([undefined, undefined]);
    expect(second.settings.rules.minimumAge).toBe(21);
    await writeMinimumAge(18);
  });
});

describe('countries', () => {
  const { catalog } = seededSettings([
    { kind: 'country', key: 'IN', value: { methods: ['bank_transfer'], currencies: ['INR', 'EUR'] } },
    { kind: 'currency', key: 'CHF', value: { name: 'Swiss Franc', minimum: '20', maximum: '90', enabled: false } },
  ]);

  test('restrict the methods and the currencies', () => {
    expect(listMethodsInCountry(catalog, requirePayCurrency(catalog, 'EUR'), 'IN').map(({ method }) => method)).toEqual(
      ['bank_transfer'],
    );
    expect(findAcceptedCurrency(catalog, 'EUR', 'IN')?.asset.code).toBe('EUR');
    expect(findAcceptedCurrency(catalog, 'USD', 'IN')).toBeUndefined();
    expect(findAcceptedCurrency(catalog, 'INR', 'IN')).toBeUndefined();
    expect(findAcceptedCurrency(catalog, 'USD', 'DE')?.asset.code).toBe('USD');
  });

  test('do not accept a disabled currency, but existing orders still find it', () => {
    expect(findAcceptedCurrency(catalog, 'CHF', 'CH')).toBeUndefined();
    expect(requirePayCurrency(catalog, 'CHF').name).toBe('Swiss Franc');
  });
});

test('every rule has a title, and no two the same', () => {
  expect(Object.keys(ruleTitles).toSorted()).toEqual(Object.keys(ruleSchemas).toSorted());
  expect(new Set(Object.values(ruleTitles)).size).toBe(Object.keys(ruleTitles).length);
});
