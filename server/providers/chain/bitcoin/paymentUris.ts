import type { PaymentUris } from '../chainPort.ts';
import { hasRequiredParameter, splitOnce } from '../uriParts.ts';

/**
 * `bitcoin:ADDRESS[?amount=…&label=…]` of BIP 21 (https://bips.dev/21/). The address is the one that every wallet can
 * pay; parameters may be ignored unless they are required (`req-`).
 */
export const bitcoinUris: PaymentUris = {
  scheme: 'bitcoin',
  read(rest) {
    const [address, query] = splitOnce(rest, '?');
    return hasRequiredParameter(query) ? undefined : { address };
  },
};
