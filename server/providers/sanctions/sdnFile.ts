import { ok } from '../outcome.ts';
import { type ExtractSelection, unavailable } from './addressExtract.ts';
import { composeList } from './composeList.ts';
import { readAddresses } from './readAddresses.ts';

/** `09/23/2026`: https://ofac.treasury.gov/sdn-list-data-formats-data-schemas, where the word is spelled so too. */
const PUBLISHED =
  /<publshInformation>\s*<Publish_Date>(\d{2})\/(\d{2})\/(\d{4})<\/Publish_Date>\s*<Record_Count>(\d+)</;
const LISTED = /<idType>Digital Currency Address - ([A-Z0-9]{2,10})<\/idType>\s*<idNumber>([^<]+)<\/idNumber>/g;
/** What would make the text of the file mean something else than it seems to. */
const FOREIGN = /<!--|<!\[CDATA\[|<!DOCTYPE/;

/** Whether an address or a path is that of OFAC's own file and not of an extract. */
export function isSdnFile(path: string): boolean {
  return /\.xml$/i.test(path);
}

/**
 * The addresses of OFAC's `SDN.XML`, with the day on which it was published. The file has some thirty megabytes and one
 * writer, so it is searched as text; that it is whole is known by its end and by the number of its records.
 */
export function readSdnFile(
  source: string,
  text: string,
  { minimumEntries }: Pick<ExtractSelection, 'minimumEntries'>,
) {
  const head = PUBLISHED.exec(text);
  if (!head || FOREIGN.test(text)) return unavailable('it is not the SDN file');
  if (!text.trimEnd().endsWith('</sdnList>')) return unavailable('the SDN file is cut off');
  const records = count(text, '</sdnEntry>');
  if (records !== Number(head[4])) return unavailable(`the SDN file has ${records} records, and says ${head[4]}`);
  const found = [...text.matchAll(LISTED)].map(([, ticker = '', address = '']) => ({ ticker, address }));
  if (found.length !== count(text, '>Digital Currency Address - '))
    return unavailable('an address of the SDN file is hidden');
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

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
