import { describeRequestFault, readBeginning, sendCheckedRequest } from '../../platform/webhook/sendCheckedRequest.ts';
import {
  type AddressRule,
  type NameResolver,
  resolveAllowedAddresses,
  resolveName,
} from '../../platform/webhook/webhookAddress.ts';
import type { EmbedPage } from './embedFacts.ts';

const TIMEOUT_MS = 15_000;
/** Only this much of a page is examined for script tags. */
const MOST_BYTES = 512 * 1024;

/** Reads a partner's page once, if its address may be requested. Never throws; follows no redirect. */
export async function readEmbedPage(
  url: URL,
  rule: AddressRule,
  resolve: NameResolver = resolveName,
): Promise<EmbedPage> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { accept: 'text/html', 'accept-encoding': 'identity' };
    const answer = await sendCheckedRequest(url, { method: 'GET', headers, signal }, rule, resolve);
    const at = new Date();
    const answered = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
    return {
      url,
      fault: '',
      answer: {
        status: answer.statusCode ?? 0,
        headers: Object.fromEntries(answered),
        html: await readBeginning(answer, MOST_BYTES),
        at,
      },
    };
  } catch (error) {
    return { url, answer: undefined, fault: describeRequestFault(error) };
  }
}

/** Returns the reason why events may not be posted to an address; undefined if they may. */
export async function findAddressRefusal(
  address: string,
  rule: AddressRule,
  resolve: NameResolver = resolveName,
): Promise<string | undefined> {
  try {
    await resolveAllowedAddresses(new URL(address), rule, resolve);
    return undefined;
  } catch (error) {
    return describeRequestFault(error);
  }
}
