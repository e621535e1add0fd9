import '@slipway/look/styles/monoFont.css';
import './address.css';
import { addressGroups, shortAddress } from '@slipway/look/addressGroups.ts';
import { CopyButton } from './CopyButton.tsx';

type AddressProps = {
  readonly address: string;
  /** `0x71C7 … 976F`: in lists, never where money is decided. */
  readonly short?: boolean;
};

/** A crypto address in groups of four, whole, with a copy button. */
export function Address({ address, short = false }: AddressProps) {
  if (short) {
    return (
      <span className="mono num" translate="no" title={address}>
        {shortAddress(address)}
      </span>
    );
  }
  return (
    <span className="address">
      <span className="address-groups mono" translate="no">
        {addressGroups(address).map((group, index) => (
          <span key={index}>{group}</span>
        ))}
      </span>
      <CopyButton value={address} label="Copy address" />
    </span>
  );
}
