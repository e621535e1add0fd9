import './buyFields.css';
import { text } from '../../i18n/text.ts';
import { afterPress } from '../../ui/afterPress.ts';
import { AddressField } from '../address/AddressField.tsx';
import { readAs } from '../address/addressCheck.ts';
import type { AddressTexts } from '../address/addressTexts.ts';
import { BuyAmount } from './BuyAmount.tsx';
import type { TokenInfo } from './buyRules.ts';
import type { BuyAddress } from './useBuyAddress.ts';
import type { BuyAmountEntry } from './useBuyAmount.ts';

type BuyFieldsProps = {
  readonly amount: BuyAmountEntry;
  readonly address: BuyAddress;
  readonly addressFaults: AddressTexts | null | undefined;
  /** Undefined while it is on its way. */
  readonly info: TokenInfo | undefined;
  /** Something was changed in either field. */
  readonly onChange: () => void;
  readonly onEnter: () => void;
};

/** How much of the crypto, and whose wallet it is for. */
export function BuyFields({ amount, address, addressFaults, info, onChange, onEnter }: BuyFieldsProps) {
  const leaveAddress = () => {
    amount.judge();
    void address.judge();
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
        readAs={readAs(address.check)}
        error={addressFaults?.error}
        cause={addressFaults?.cause}
        onChange={(entered) => {
          onChange();
          address.enter(entered);
        }}
        onBlur={() => afterPress(leaveAddress)}
        onEnter={onEnter}
      />
    </div>
  );
}
