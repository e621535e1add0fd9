import '@slipway/look/styles/monoFont.css';
import './addressGroups.css';
import { addressGroups, shortAddress } from '@slipway/look/addressGroups.ts';
import { copyWithoutGaps } from './copyWithoutGaps.ts';

/** Groups of four; never shortened. Readers hear the groups one by one. */
export function AddressGroups({ address }: { readonly address: string }) {
  const groups = addressGroups(address);
  return (
    <p className="address-groups mono" translate="no" onCopy={(event) => copyWithoutGaps(event, address)}>
      {groups.map((group, index) => (
        <span key={index} data-hot={index === 0 || index >= groups.length - 2 ? '' : undefined}>
          {group}{' '}
        </span>
      ))}
    </p>
  );
}

/** `0x71C7 … 976F`, for every place but the one where it is confirmed. */
export function ShortAddress({ address }: { readonly address: string }) {
  return (
    <span className="mono short-address" translate="no" title={address}>
      {shortAddress(address)}
    </span>
  );
}
