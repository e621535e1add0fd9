import type { PaymentUris } from '../chainPort.ts';
import { parameterNames, splitOnce } from '../uriParts.ts';

/** Say who is paid and why, not what. */
const REMARKS = new Set(['label', 'message']);

/**
 * `bitcoin:ADDRESS[?label=…&message=…]` of BIP 21 (https://bips.dev/21/). An amount is not ours to keep to, and what is
 * required or pays in another way is another request.
 */
export const bitcoinUris: PaymentUris = {
  scheme: 'bitcoin',
  read(rest) {
    const [address, query] = splitOnce(rest, '?');
    return parameterNames(query).every((name) => REMARKS.has(name)) ? { address } : undefined;
  },
};
