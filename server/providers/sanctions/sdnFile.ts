import { ok } from '../outcome.ts';
import { type ExtractSelection, unavailable } from './addressExtract.ts';
import { composeList } from './composeList.ts';
import { readAddresses } from './readAddresses.ts';

/**
 * Publication date, such as `09/23/2026`, and number of records
 * (https://ofac.treasury.gov/sdn-list-data-formats-data-schemas; `publshInformation` is OFAC's spelling).
 */
const PUBLISHED_PATTERN =
  /<publshInformation>\s*<Publish_Date>(\d{2})\/(\d{2})\/(\d{4})<\/Publish_Date>\s*<Record_Count>(\d+)</;
const LISTED_PATTERN = /<idType>Digital Currency Address - ([A-Z0-9]{2,10})<\/idType>\s*<idNumber>([^<]+)<\/idNumber>/g;
/** Constructs that would change the meaning of the file's text. */
const FORBIDDEN_MARKUP = /<!--|<!\[CDATA\[|<!DOCTYPE/;

/** Returns true if a URL's path or a file's path is that of OFAC's own file (`.xml`) and not of an extract. */
export function isSdnFile(path: string): boolean {
  return /\.xml$/i.test(path);
}

/**
 * Returns the addresses of OFAC's `SDN.XML` with its publication date; `unavailable` for any other or an incomplete file. It
 * has about thirty megabytes and only OFAC writes it, so it is searched as text; its end and its record count prove that it
 * is complete.
 */
export function readSdnFile(
  source: string,
  text: string,
  { minimumEntries }: Pick<ExtractSelection, 'minimumEntries'>,
) {
  const head = PUBLISHED_PATTERN.exec(text);
  if (!head || FORBIDDEN_MARKUP.test(text)) return unavailable('it is not the SDN file');
  if (!text.trimEnd().endsWith('</sdnList>')) return unavailable('the SDN file is cut off');
  const records = countOccurrences(text, '</sdnEntry>');
  if (records !== Number(head[4])) return unavailable(`the SDN file has ${records} records, and states ${head[4]}`);
  const found = [...text.matchAll(LISTED_PATTERN)].map(([, ticker = '', address = '']) => ({ ticker, address }));
  // The pattern would skip an address whose ticker or markup it does not expect.
  if (found.length !== countOccurrences(text, '>Digital Currency Address - '))
    return unavailable('the SDN file has an address in an unexpected format');
  for (const [ticker, least] of Object.entries(minimumEntries)) {
    const listed = found.filter((one) => one.ticker === ticker).length;
    if (listed < least) return unavailable(`the SDN file has ${listed} addresses of ${ticker}, fewer than ${least}`);
  }
  try {
    const addresses = readAddresses(found.map(({ address }) => address).join('\n'));
    const [, month, day, year] = head;
    const publishedAt = new Date(`${year}-${month}-${day}T00:00:00Z`);
    return ok(composeList(source, addresses, { version: `${year}-${month}-${day}`, publishedAt }));
  } catch (error) {
    return unavailable(`the SDN file: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

function countOccurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}
