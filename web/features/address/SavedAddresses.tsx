import './savedAddresses.css';
import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { call } from '../../api/call.ts';
import { text } from '../../i18n/text.ts';
import { ShortAddress } from '../../ui/address/AddressGroups.tsx';
import { useIsLoggedIn } from '../session/useIsLoggedIn.ts';

type SavedAddressesProps = {
  readonly getCurrency: string;
  /** The current entry, which is not offered again. */
  readonly entered: string;
  readonly onChoose: (address: string) => void;
};

/**
 * Lists the buyer's saved addresses for this crypto; renders nothing without a login, without addresses, or if loading
 * fails.
 */
export function SavedAddresses({ getCurrency, entered, onChoose }: SavedAddressesProps) {
  const loggedIn = useIsLoggedIn();
  const saved = useQuery({
    queryKey: ['address', getCurrency],
    queryFn: ({ signal }) => call('address', { getCurrency }, { signal }),
    enabled: loggedIn,
  });
  const offered = (loggedIn ? (saved.data ?? []) : []).filter(({ address }) => address !== entered);
  if (offered.length === 0) return null;
  return (
    <section className="saved-addresses" aria-label={text('submitAddress.saved')}>
      <h2 className="heading">{text('submitAddress.saved')}</h2>
      <ul className="stack">
        {offered.map(({ addressId, address, name }) => (
          <li key={addressId}>
            <button type="button" className="saved-address" onClick={() => onChoose(address)}>
              <span>{name || text('submitAddress.saved_unnamed')}</span>
              <ShortAddress address={address} />
              <ChevronRight className="saved-address-chevron" size={20} strokeWidth={2} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
