import { type FileResult, listWantedFiles, readExtract, unavailable } from '../addressExtract.ts';
import { fetchListFile } from '../fetchList.ts';
import type { SanctionsSource } from '../sanctionsPort.ts';
import { isSdnFile, readSdnFile } from '../sdnFile.ts';
import type { OfacConfig } from './manifest.ts';

/**
 * Reads the `lists` branch of github.com/0xB10C/ofac-sanctioned-digital-currency-addresses, a mirror of it, or a mirror
 * of OFAC's own `SDN.XML`.
 */
export function createOfacSanctions(config: OfacConfig): SanctionsSource {
  const files = listWantedFiles(config);
  return {
    id: 'ofac',
    fetchList: async () =>
      isSdnFile(new URL(config.baseUrl).pathname)
        ? readSdnAnswer(await fetchListFile(new URL(config.baseUrl), 'sdn'), config)
        : readExtract('ofac', files, async (name) =>
            requireCompleteLines(name, await fetchListFile(buildFileUrl(config.baseUrl, name), 'extract')),
          ),
  };
}

function readSdnAnswer(found: FileResult, config: OfacConfig) {
  if (found.kind === 'missing') return unavailable('the SDN file is not there');
  return found.kind === 'found' ? readSdnFile('ofac', found.text, config) : found;
}

/**
 * The extract ends every line including the last (`generate-address-list.py`): a file without that was truncated,
 * possibly inside an address.
 */
function requireCompleteLines(name: string, found: FileResult): FileResult {
  const isCut = found.kind === 'found' && found.text !== '' && !found.text.endsWith('\n');
  return isCut ? unavailable(`${name} is cut off`) : found;
}

/** Keeps the query: a mirror may require a key in it. */
function buildFileUrl(baseUrl: string, name: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${name}`;
  return url;
}
