import { findText, text } from '../../i18n/text.ts';
import type { AddressCheck } from './addressCheck.ts';

/** Network of the crypto, by catalog id. */
export type AddressNetwork = { readonly network: string };

export type AddressTexts = { readonly error: string; readonly cause?: string };

/**
 * Returns the texts for an address that is not valid or not checked: one general sentence, plus the cause if known. Returns
 * null for a valid address. `symbol` is '' until a crypto is chosen.
 */
export function buildAddressTexts(
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
      return { error: text('error.address_invalid'), cause: formatCause(check, network) };
  }
}

function formatCause(check: Extract<AddressCheck, { state: 'bad' }>, network: AddressNetwork | undefined): string {
  const shape = formatAddressShape(network);
  // The input contains more than an address, such as a link or a label.
  if (check.fault === 'malformed' && /[\s:/?]/.test(check.entered)) return text('submitAddress.cause_more');
  const other = check.looksLike;
  if (other !== null && other !== network?.network) {
    const first = formatLooksLike(other);
    return shape === '' ? first : text('submitAddress.cause_two', { first, second: shape });
  }
  return check.fault === 'malformed' || check.fault === 'wrong_network'
    ? shape
    : text(`submitAddress.cause_${check.fault}`);
}

/** Returns the address format of the network; '' if there is no text for it. */
function formatAddressShape(network: AddressNetwork | undefined): string {
  return (network && findText(`submitAddress.shape_${network.network}`)) ?? '';
}

/** The server names a network by its id or by its display name. */
function formatLooksLike(network: string): string {
  const networkText = findText(`submitAddress.looks_like_${network.toLowerCase()}`);
  return networkText ?? text('submitAddress.looks_like_other', { network });
}
