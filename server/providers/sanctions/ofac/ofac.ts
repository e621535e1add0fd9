import { filesOf, readExtract } from '../addressExtract.ts';
import { fetchList } from '../fetchList.ts';
import type { SanctionsSource } from '../sanctionsPort.ts';
import type { OfacConfig } from './manifest.ts';

/** The `lists` branch of github.com/0xB10C/ofac-sanctioned-digital-currency-addresses, or a mirror of it. */
export function createOfacSanctions(config: OfacConfig): SanctionsSource {
  const files = filesOf(config);
  return {
    id: 'ofac',
    fetchList: () => readExtract('ofac', files, (name) => fetchList(addressOf(config.baseUrl, name))),
  };
}

/** Keeps a query: a mirror may ask for its key there. */
function addressOf(baseUrl: string, name: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${name}`;
  return url;
}
