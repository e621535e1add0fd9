import type { TestCard } from './testCards.ts';

/** One Visa per country (docs.stripe.com/testing#international-cards). The number contains the ISO 3166 numeric code. */
const NUMBERS = {
  AE: '4000007840000001',
  AR: '4000000320000021',
  AT: '4000000400000008',
  AU: '4000000360000006',
  BE: '4000000560000004',
  BG: '4000001000000000',
  BR: '4000000760000002',
  CA: '4000001240000000',
  CH: '4000007560000009',
  CN: '4000001560000002',
  CY: '4000001960000008',
  CZ: '4000002030000002',
  DE: '4000002760000016',
  DK: '4000002080000001',
  EC: '4000002180000000',
  EE: '4000002330000009',
  ES: '4000007240000007',
  FI: '4000002460000001',
  FR: '4000002500000003',
  GB: '4000008260000000',
  GI: '4000002920000005',
  GR: '4000003000000030',
  HK: '4000003440000004',
  HR: '4000001910000009',
  HU: '4000003480000005',
  IE: '4000003720000005',
  IN: '4000003560000008',
  IT: '4000003800000008',
  JP: '4000003920000003',
  LI: '4000004380000004',
  LT: '4000004400000000',
  LU: '4000004420000006',
  LV: '4000004280000005',
  MT: '4000004700000007',
  MX: '4000004840008001',
  MY: '4000004580000002',
  NL: '4000005280000002',
  NO: '4000005780000007',
  NZ: '4000005540000008',
  PA: '4000005910000000',
  PE: '4000006040000068',
  PL: '4000006160000005',
  PT: '4000006200000007',
  PY: '4000006000000066',
  RO: '4000006420000001',
  SA: '4000006820000007',
  SE: '4000007520000008',
  SG: '4000007020000003',
  SI: '4000007050000006',
  SK: '4000007030000001',
  UY: '4000008580000003',
} as const;

const names = new Intl.DisplayNames('en', { type: 'region' });

/** Test cards by behaviour name: `visa_de`. */
export const COUNTRY_CARDS: Readonly<Record<string, TestCard>> = Object.fromEntries(
  Object.entries(NUMBERS).map(([country, number]) => {
    const code = country.toLowerCase();
    return [`visa_${code}`, { number, brand: 'visa', country, helper: code, label: `${names.of(country)}, pays` }];
  }),
);
