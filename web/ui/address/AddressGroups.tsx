import '@slipway/look/styles/monoFont.css';
import './addressGroups.css';
import { shortenAddress, splitAddressIntoGroups } from '@slipway/look/formatAddress.ts';
import { copyWithoutGaps } from './copyWithoutGaps.ts';

/** Shows an address in groups of four, never shortened. Screen readers read the groups one by one. */
export function AddressGroups({ address }: { readonly address: string }) {
  const groups = splitAddressIntoGroups(address);
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

/** Shows `0x71C7 … 976F`, wherever the address is not being confirmed. */
export function ShortAddress({ address }: { readonly address: string }) {
  return (
    <span className="mono short-address" translate="no" title={address}>
      {shortenAddress(address)}
    </span>
  );
}
