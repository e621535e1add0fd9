import './buyFields.css';
import { readableFacts } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { afterPress } from '../../ui/afterPress.ts';
import { AddressField } from '../address/AddressField.tsx';
import type { AddressTexts } from '../address/addressTexts.ts';
import { BuyAmount } from './BuyAmount.tsx';
import type { AmountFault, TokenInfo } from './buyRules.ts';
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
        value={amount.entered}
        info={info}
        error={amount.fault ? faultText(amount.fault) : undefined}
        onChange={(entered) => {
          onChange();
          amount.enter(entered);
        }}
        onLeave={amount.leave}
      />
      <AddressField
        label={text('buyPage.address')}
        value={address.entered}
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

function faultText({ key, values = {} }: AmountFault): string {
  return text(key, readableFacts(values));
}
