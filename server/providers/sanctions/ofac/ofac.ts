import { type FoundFile, filesOf, readExtract, unavailable } from '../addressExtract.ts';
import { fetchList } from '../fetchList.ts';
import type { SanctionsSource } from '../sanctionsPort.ts';
import { isSdnFile, readSdnFile } from '../sdnFile.ts';
import type { OfacConfig } from './manifest.ts';

/**
 * The `lists` branch of github.com/0xB10C/ofac-sanctioned-digital-currency-addresses, or a mirror of it, or of OFAC's own
 * `SDN.XML`.
 */
export function createOfacSanctions(config: OfacConfig): SanctionsSource {
  const files = filesOf(config);
  return {
    id: 'ofac',
    fetchList: async () =>
      isSdnFile(new URL(config.baseUrl).pathname)
        ? readSdnAnswer(await fetchList(new URL(config.baseUrl), 'sdn'), config)
        : readExtract('ofac', files, async (name) =>
            wholeLines(name, await fetchList(addressOf(config.baseUrl, name), 'extract')),
          ),
  };
}

function readSdnAnswer(found: FoundFile, config: OfacConfig) {
  if (found.kind === 'missing') return unavailable('the SDN file is not there');
  return found.kind === 'found' ? readSdnFile('ofac', found.text, config) : found;
}

/** The extract ends every line, the last one too (`generate-address-list.py`): what does not was cut, perhaps in an address. */
function wholeLines(name: string, found: FoundFile): FoundFile {
  const isCut = found.kind === 'found' && found.text !== '' && !found.text.endsWith('\n');
  return isCut ? unavailable(`${name} is cut off`) : found;
}

/** Keeps a query: a mirror may ask for its key there. */
function addressOf(baseUrl: string, name: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${name}`;
  return url;
}
