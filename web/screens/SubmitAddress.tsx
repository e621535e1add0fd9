import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { AddressField } from '../features/address/AddressField.tsx';
import { findParsedAddress } from '../features/address/addressCheck.ts';
import { buildAddressTexts } from '../features/address/buildAddressTexts.ts';
import { findWalletFault, type WalletFault } from '../features/address/findWalletFault.ts';
import { SavedAddresses } from '../features/address/SavedAddresses.tsx';
import { useAddressCheck } from '../features/address/useAddressCheck.ts';
import { WalletAdvice } from '../features/address/WalletAdvice.tsx';
import { WalletTypeChoice } from '../features/address/WalletTypeChoice.tsx';
import { useReceiveList } from '../features/catalog/catalogQueries.ts';
import { getDraft, updateDraft } from '../features/draft/draft.ts';
import { useDraft } from '../features/draft/useDraft.ts';
import { PurchaseAside } from '../features/renewal/PurchaseAside.tsx';
import { PurchaseStrip } from '../features/renewal/PurchaseStrip.tsx';
import { RenewalAnnouncement } from '../features/renewal/RenewalAnnouncement.tsx';
import { MainAction, RenewalTrouble } from '../features/renewal/RenewalTrouble.tsx';
import { hasPurchase } from '../features/renewal/renewQuote.ts';
import { useRenewedQuote } from '../features/renewal/useRenewedQuote.ts';
import { track } from '../features/tracking/track.ts';
import { text } from '../i18n/text.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Form } from '../ui/form/Form.tsx';
import { useFaultFocus } from '../ui/form/useFaultFocus.ts';
import { Page } from '../ui/page/Page.tsx';
import { useIsDesktop } from '../ui/page/useIsDesktop.ts';
import { QuoteCountdown } from '../ui/progress/QuoteCountdown.tsx';
import './submitAddress.css';
import { useAddressRefusal } from '../features/address/useAddressRefusal.ts';
import { useFixedAddress } from '../features/address/useFixedAddress.ts';
import { StepActions } from './StepActions.tsx';

/** Enter Wallet Address: asks for the wallet, whose address is checked before anything is paid. */
export function SubmitAddress() {
  const draft = useDraft();
  const [, navigate] = useLocation();
  const renewal = useRenewedQuote();
  const desktop = useIsDesktop();
  const cryptos = useReceiveList('');
  const [address, setAddress] = useState(draft.address);
  const checking = useAddressCheck(draft.getCurrency);
  const refusedByServer = useAddressRefusal();
  const [walletRefusal, setWalletRefusal] = useState<WalletFault | null>(
    refusedByServer === 'address_invalid' ? null : refusedByServer,
  );
  const [working, setWorking] = useState(false);
  const { form, focusFault } = useFaultFocus();
  const { run } = checking;
  const isContinuing = useFixedAddress(checking);

  useEffect(() => {
    if (refusedByServer === 'address_invalid' && getDraft().address !== '') void run(getDraft().address);
  }, [refusedByServer, run]);

  if (!hasPurchase(draft)) return <Redirect to="/edit" replace />;
  const crypto = cryptos.data?.find(({ currency }) => currency === draft.getCurrency);
  const symbol = crypto?.symbol ?? draft.getCurrency;
  const faults = checking.check && buildAddressTexts(checking.check, symbol, crypto);
  const unpriced = renewal.error !== null || draft.sendCurrencyAmount === '' || draft.getCurrencyAmount === '';

  const submit = async () => {
    if (working || unpriced) return;
    const wallet = findWalletFault(draft, draft);
    setWalletRefusal(wallet);
    setWorking(true);
    const check = await run(address);
    setWorking(false);
    if (check?.state !== 'good' || wallet) {
      focusFault();
      return;
    }
    track('inputAddress', { getCurrency: draft.getCurrency });
    updateDraft({ address: check.address });
    navigate('/confirm-address');
  };
  const enter = (entered: string) => {
    setAddress(entered);
    // Stored at once, so that the input survives a reload.
    updateDraft({ address: entered.trim() });
    checking.forget();
  };

  return (
    <Page
      actions={
        <StepActions>
          {desktop && renewal.error === null && <QuoteCountdown secondsLeft={renewal.secondsLeft} pill />}
        </StepActions>
      }
      aside={
        <PurchaseAside
          terms={renewal.quote}
          stopped={renewal.error !== null}
          crypto={crypto}
          payMethod={draft.payMethod}
          provider={draft.offerName}
        />
      }
    >
      {desktop ? (
        <RenewalAnnouncement amounts={draft} symbol={symbol} />
      ) : (
        <PurchaseStrip
          amounts={draft}
          crypto={crypto}
          secondsLeft={renewal.secondsLeft}
          estimate={findPayMethodTraits(draft.payMethod)?.priced === 'at_receipt'}
          stopped={renewal.error !== null}
        />
      )}
      <RenewalTrouble error={renewal.error} onRetry={renewal.retry} />
      <Form
        ref={form}
        onSubmit={() => void submit()}
        foot={
          <MainAction error={renewal.error}>
            <Button type="submit" disabled={unpriced} working={working || isContinuing}>
              {text('ui.continue')}
            </Button>
          </MainAction>
        }
      >
        <div className="submit-address-field">
          <AddressField
            value={address}
            fixed={draft.addressFixed}
            readAs={findParsedAddress(checking.check)}
            error={faults?.error}
            cause={faults?.cause}
            onChange={enter}
            onBlur={() => address !== '' && void run(address)}
            onEnter={() => void submit()}
          />
        </div>
        {!draft.addressFixed && (
          <SavedAddresses
            getCurrency={draft.getCurrency}
            entered={address}
            onChoose={(chosen) => {
              enter(chosen);
              void run(chosen);
            }}
          />
        )}
        {!draft.addressFixed && (
          <WalletAdvice getCurrency={draft.getCurrency} symbol={symbol} networkName={crypto?.networkName ?? ''} />
        )}
        <WalletTypeChoice
          walletType={draft.walletType}
          exchange={draft.exchange}
          fault={walletRefusal}
          onWalletType={(walletType) => {
            updateDraft({ walletType, ...(walletType === 'exchange' ? {} : { exchange: '' }) });
            setWalletRefusal(null);
          }}
          onExchange={(exchange) => {
            updateDraft({ exchange });
            setWalletRefusal(null);
          }}
        />
        <div className="submit-address-save">
          <Checkbox
            checked={draft.isSaveAddress}
            onChange={(isSaveAddress) => updateDraft({ isSaveAddress })}
            name="saveAddress"
          >
            {text('submitAddress.save')}
          </Checkbox>
        </div>
      </Form>
    </Page>
  );
}
