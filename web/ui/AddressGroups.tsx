import '../styles/monoFont.css';
import './addressGroups.css';

/** Groups of four; never shortened. Readers hear the groups one by one. */
export function AddressGroups({ address }: { readonly address: string }) {
  const groups = addressGroups(address);
  return (
    <p className="address-groups mono">
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
    <span className="mono short-address" title={address}>
      {shortAddress(address)}
    </span>
  );
}

/** `0x` belongs to the first four, so that the ends are those of the short form and of what wallets show. */
export function addressGroups(address: string): readonly string[] {
  const head = headLength(address);
  return [address.slice(0, head), ...(address.slice(head).match(/.{1,4}/g) ?? [])];
}

function headLength(address: string): number {
  return address.startsWith('0x') ? 6 : 4;
}

export function shortAddress(address: string): string {
  const head = headLength(address);
  return address.length <= head + 6 ? address : `${address.slice(0, head)} … ${address.slice(-4)}`;
}
