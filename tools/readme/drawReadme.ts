import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  getLabelInSentence,
  getPayMethodTraits,
  isWalletMethod,
  type PayMethod,
  payMethods,
} from '@slipway/contract/entities/payMethods.ts';
import { chainVendors, vendors } from '../../server/app/vendors.ts';
import type { Family, Vendor } from '../../server/providers/vendor.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BEGIN = '<!-- Written by `npm run draw` from the manifests -->';
const END = '<!-- end -->';

/** Returns README.md with a new table of capabilities from the vendors' manifests, the seeds and the languages. */
export function drawReadme(): string {
  const page = readFileSync(`${ROOT}README.md`, 'utf8');
  const [before = '', rest = ''] = page.split(BEGIN, 2);
  const after = rest.slice(rest.indexOf(END));
  return `${before}${BEGIN}\n\n${listCapabilities().join('\n')}\n\n${after}`;
}

function listCapabilities(): readonly string[] {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['Payment methods', payMethods.map((method) => getLabelInSentence(getPayMethodTraits(method)))],
    ['Networks', readSeedNames('networks.json')],
    ['Coins', [...new Set(readSeedNames('cryptos.json', 'symbol'))]],
    ['Card acquirer', listVendorsWithGaps('card', payMethods.filter(isWalletMethod), ({ wallets }) => wallets)],
    ['Bank', ['camt.053, camt.054 and pain.002 files from the bank, pain.001 files to it']],
    ['Identity', listVendorLabels('identity')],
    ['Exchange', listVendorLabels('venue')],
    ['Prices', listVendorLabels('prices')],
    ['Fiat rates', listVendorLabels('rates')],
    ['Sanctions lists', listVendorLabels('sanctions')],
    ['Other providers’ offers', listVendorsWithGaps('offers', payMethods, ({ methods }) => methods)],
    ['Chains', chainVendors.map(({ label }) => label)],
    ['Mail', listVendorLabels('mail')],
    ['Languages', listLanguageNames()],
  ];
  return [
    '| capability | in this version |',
    '| --- | --- |',
    ...rows.map(([what, names]) => `| ${what} | ${names.join(', ')} |`),
  ];
}

function listVendorLabels(family: Family): readonly string[] {
  return [...new Set(vendors.filter((vendor) => vendor.family === family).map(({ label }) => shortenLabel(label)))];
}

/** Returns the labels of a family's vendors with the methods that each lacks: `Coinbase (no Google Pay or bank transfer)`. */
function listVendorsWithGaps(
  family: Family,
  wanted: readonly PayMethod[],
  listMethods: (vendor: Vendor) => readonly string[],
): readonly string[] {
  return vendors
    .filter((vendor) => vendor.family === family)
    .map((vendor) => {
      const lacking = wanted.filter((method) => !listMethods(vendor).includes(method));
      const names = lacking.map((method) => getLabelInSentence(getPayMethodTraits(method)));
      return names.length === 0 ? vendor.label : `${vendor.label} (no ${names.join(' or ')})`;
    });
}

/** Returns a vendor's label without the words that the title of its row makes redundant. */
function shortenLabel(label: string): string {
  return label.replace(/^Prices of | account$/, '');
}

function readSeedNames(seed: string, field = 'name'): readonly string[] {
  const rows = JSON.parse(readFileSync(`${ROOT}server/configuration/seeds/${seed}`, 'utf8')) as Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >;
  return Object.values(rows).map((row) => String(row[field]));
}

function listLanguageNames(): readonly string[] {
  const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
  return readdirSync(`${ROOT}web/i18n`)
    .flatMap((file) => /^([a-z]{2})-[A-Z]{2}\.json$/.exec(file)?.[1] ?? [])
    .map((language) => names.of(language) ?? language);
}
