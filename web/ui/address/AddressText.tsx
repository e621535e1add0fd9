import '@slipway/look/styles/monoFont.css';
import './addressText.css';
import { splitAddressIntoGroups } from '@slipway/look/formatAddress.ts';
import { copyWithoutGaps } from './copyWithoutGaps.ts';

/** Shows a whole address in inline groups of four, for receipts. Copied text has no gaps. */
export function AddressText({ address }: { readonly address: string }) {
  const groups = splitAddressIntoGroups(address);
  return (
    <p className="address-text mono" translate="no" onCopy={(event) => copyWithoutGaps(event, address)}>
      {groups.map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </p>
  );
}
