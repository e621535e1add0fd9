import { text, textIfAny } from '../../i18n/text.ts';
import type { AddressCheck } from './addressCheck.ts';

/** The crypto's network, by its id in the catalog. */
export type AddressNetwork = { readonly network: string };

export type AddressTexts = { readonly error: string; readonly cause?: string };

/** What is wrong with an address: the one sentence for every fault, and the cause where it is known. `symbol` is '' until a crypto is chosen. */
export function addressTexts(
  check: AddressCheck,
  symbol: string,
  network: AddressNetwork | undefined,
): AddressTexts | null {
  switch (check.state) {
    case 'good':
      return null;
    case 'missing':
      return { error: symbol === '' ? text('addressBook.address_missing') : text('submitAddress.missing', { symbol }) };
    case 'unknown':
      return { error: text('error.address_invalid'), cause: text('submitAddress.cause_unanswered') };
    case 'bad':
      return { error: text('error.address_invalid'), cause: causeOf(check, network) };
  }
}

function causeOf(check: Extract<AddressCheck, { state: 'bad' }>, network: AddressNetwork | undefined): string {
  const shape = shapeOf(network);
  if (check.fault === 'malformed' && /[\s:/?]/.test(check.entered)) return text('submitAddress.cause_more');
  const other = check.looksLike;
  if (other !== null && other !== network?.network) {
    const first = looksLikeText(other);
    return shape === '' ? first : text('submitAddress.cause_two', { first, second: shape });
  }
  return check.fault === 'malformed' || check.fault === 'wrong_network'
    ? shape
    : text(`submitAddress.cause_${check.fault}`);
}

/** What addresses of the network look like; '' where no language says. */
function shapeOf(network: AddressNetwork | undefined): string {
  return (network && textIfAny(`submitAddress.shape_${network.network}`)) ?? '';
}

/** The server may name a network by its id or in words. */
function looksLikeText(network: string): string {
  const known = textIfAny(`submitAddress.looks_like_${network.toLowerCase()}`);
  return known ?? text('submitAddress.looks_like_other', { network });
}
