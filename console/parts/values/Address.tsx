import '@slipway/look/styles/monoFont.css';
import './address.css';
import { shortenAddress, splitAddressIntoGroups } from '@slipway/look/formatAddress.ts';
import { CopyButton } from './CopyButton.tsx';

type AddressProps = {
  readonly address: string;
  /** `0x71C7 … 976F`: for lists, never where a decision about money is made. */
  readonly short?: boolean;
};

/** A complete crypto address in groups of four, with a copy button. */
export function Address({ address, short = false }: AddressProps) {
  if (short) {
    return (
      <span className="mono num" translate="no" title={address}>
        {shortenAddress(address)}
      </span>
    );
  }
  return (
    <span className="address">
      <span className="address-groups mono" translate="no">
        {splitAddressIntoGroups(address).map((group, index) => (
          <span key={index}>{group}</span>
        ))}
      </span>
      <CopyButton value={address} label="Copy address" />
    </span>
  );
}
