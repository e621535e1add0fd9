import './buyFields.css';
import { text } from '../../i18n/text.ts';
import { runAfterPress } from '../../ui/runAfterPress.ts';
import { AddressField } from '../address/AddressField.tsx';
import { findParsedAddress } from '../address/addressCheck.ts';
import type { AddressTexts } from '../address/buildAddressTexts.ts';
import { BuyAmount } from './BuyAmount.tsx';
import type { TokenInfo } from './buyRules.ts';
import type { BuyAddress } from './useBuyAddress.ts';
import type { BuyAmountEntry } from './useBuyAmount.ts';

type BuyFieldsProps = {
  readonly amount: BuyAmountEntry;
  readonly address: BuyAddress;
  readonly addressFaults: AddressTexts | null | undefined;
  /** Undefined while loading. */
  readonly info: TokenInfo | undefined;
  /** Called after a change in either field. */
  readonly onChange: () => void;
  readonly onEnter: () => void;
};

/** Fields for the amount of crypto and the wallet address. */
export function BuyFields({ amount, address, addressFaults, info, onChange, onEnter }: BuyFieldsProps) {
  const leaveAddress = () => {
    amount.requestCheck();
    void address.startCheck();
  };
  return (
    <div className="buy-fields">
      <BuyAmount
        entry={amount}
        info={info}
        onChange={(entered) => {
          onChange();
          amount.enter(entered);
        }}
        onLeave={amount.leave}
      />
      <AddressField
        label={text('buyPage.address')}
        value={address.entered}
        readAs={findParsedAddress(address.check)}
        error={addressFaults?.error}
        cause={addressFaults?.cause}
        onChange={(entered) => {
          onChange();
          address.enter(entered);
        }}
        onBlur={() => runAfterPress(leaveAddress)}
        onEnter={onEnter}
      />
    </div>
  );
}
