import { beginningOf, checkedRequest, faultOf } from '../../platform/webhook/checkedRequest.ts';
import {
  type AddressRule,
  allowedAddresses,
  type ResolveName,
  resolveName,
} from '../../platform/webhook/webhookAddress.ts';
import type { EmbedPage } from './embedFacts.ts';

const TIMEOUT_MS = 15_000;
/** A page that names its scripts later than this is looked at no further. */
const MOST_BYTES = 512 * 1024;

/** Reads a partner's page once, from an address that may be asked. Answers whatever happens; no redirect is followed. */
export async function readEmbedPage(
  url: URL,
  rule: AddressRule,
  resolve: ResolveName = resolveName,
): Promise<EmbedPage> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { accept: 'text/html', 'accept-encoding': 'identity' };
    const answer = await checkedRequest(url, { method: 'GET', headers, signal }, rule, resolve);
    const at = new Date();
    const answered = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
    return {
      url,
      fault: '',
      answer: {
        status: answer.statusCode ?? 0,
        headers: Object.fromEntries(answered),
        html: await beginningOf(answer, MOST_BYTES),
        at,
      },
    };
  } catch (error) {
    return { url, answer: undefined, fault: faultOf(error) };
  }
}

/** Why events may not be posted to an address; undefined when they may. */
export async function refusalOf(
  address: string,
  rule: AddressRule,
  resolve: ResolveName = resolveName,
): Promise<string | undefined> {
  try {
    await allowedAddresses(new URL(address), rule, resolve);
    return undefined;
  } catch (error) {
    return faultOf(error);
  }
}
