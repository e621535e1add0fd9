import '../styles/monoFont.css';
import './addressText.css';

/** A whole address in running groups of four, for receipts. Copying gives it without the gaps. */
export function AddressText({ address }: { readonly address: string }) {
  const groups = address.match(/.{1,4}/g) ?? [];
  return (
    <p className="address-text mono">
      {groups.map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </p>
  );
}
