import '@slipway/look/styles/monoFont.css';
import './addressText.css';
import { addressGroups } from '@slipway/look/addressGroups.ts';
import { copyWithoutGaps } from './copyWithoutGaps.ts';

/** A whole address in running groups of four, for receipts. Copying gives it without the gaps. */
export function AddressText({ address }: { readonly address: string }) {
  const groups = addressGroups(address);
  return (
    <p className="address-text mono" translate="no" onCopy={(event) => copyWithoutGaps(event, address)}>
      {groups.map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </p>
  );
}
