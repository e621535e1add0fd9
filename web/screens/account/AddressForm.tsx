import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { CallError } from '../../api/callError.ts';
import { getPreviousPath } from '../../app/getPreviousPath.ts';
import { AddressField } from '../../features/address/AddressField.tsx';
import { findParsedAddress, requestBookCheck } from '../../features/address/addressCheck.ts';
import { buildAddressTexts } from '../../features/address/buildAddressTexts.ts';
import { useAddressCheck } from '../../features/address/useAddressCheck.ts';
import { useAddAddress, useBookNetworks, useEditAddress } from '../../features/addressBook/addressBookQueries.ts';
import type { SavedAddress } from '../../features/addressBook/addressGroups.ts';
import { isNameTooLong } from '../../features/addressBook/addressName.ts';
import type { AddressPrefill } from '../../features/addressBook/addressPrefill.ts';
import { CryptoFields } from '../../features/addressBook/CryptoFields.tsx';
import { findChosenNetwork } from '../../features/addressBook/findChosenNetwork.ts';
import { NameField } from '../../features/addressBook/NameField.tsx';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldMessage } from '../../ui/form/FieldMessage.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useFaultFocus } from '../../ui/form/useFaultFocus.ts';
import { useUnsentForm } from '../../ui/form/useUnsentForm.ts';
import { showToast } from '../../ui/toastStore.ts';

/** Form for a new address with the choice of crypto and network. */
export function NewAddressForm({ offered }: { readonly offered: AddressPrefill }) {
  const { crypto, network } = offered;
  const [choice, setChoice, forgetChoice] = useUnsentForm(`addAddress.choice${offered.address}`, { crypto, network });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const networks = useBookNetworks(choice.crypto);
  const chosen = findChosenNetwork(networks.data, choice.network);
  return (
    <AddressForm
      loading={networks.isLoading}
      currency={chosen?.currency ?? ''}
      symbol={choice.crypto}
      network={chosen?.network ?? ''}
      offered={offered.address}
      onRequested={() => setIsSubmitted(true)}
      onSaved={forgetChoice}
      choice={<CryptoFields choice={choice} chosen={chosen} isFormSubmitted={isSubmitted} onChange={setChoice} />}
    />
  );
}

type AddressFormProps = {
  /** API id of the crypto on its network; '' until both are chosen. */
  readonly currency: string;
  readonly symbol: string;
  readonly network: string;
  /** The networks of the chosen crypto are loading. */
  readonly loading?: boolean;
  readonly choice: ReactNode;
  /** Address to edit; without it an address is added. */
  readonly saved?: SavedAddress;
  /** Initial value for a new address; '' for none. */
  readonly offered?: string;
  /** Called when the form is submitted. */
  readonly onRequested?: () => void;
  readonly onSaved?: () => void;
};

/** Fields for the address, checked on blur and before saving, and its name. */
export function AddressForm(props: AddressFormProps) {
  const { currency, symbol, network, loading = false, choice, saved, offered = '', onRequested, onSaved } = props;
  const [{ address, name }, setTyped, forgetTyped] = useUnsentForm(
    `addAddress.${saved?.addressId ?? `new${offered}`}`,
    {
      address: saved?.address ?? offered,
      name: saved?.name ?? '',
    },
  );
  const { check, run, forget } = useAddressCheck(currency, requestBookCheck);
  const [refusal, setRefusal] = useState('');
  const [working, setWorking] = useState(false);
  const { form, focusFault } = useFaultFocus();
  const save = useSave(saved);
  const returnToLinkingPage = useReturnToLinkingPage();
  useCheckAgain(currency, address, { run, forget });
  const faults = check && buildAddressTexts(check, symbol, network === '' ? undefined : { network });

  const submit = async () => {
    if (working) return;
    setRefusal('');
    onRequested?.();
    if (currency === '') {
      // Without a crypto the only possible error is a missing address, which is checked locally.
      if (address === '') await run('');
      return focusFault();
    }
    setWorking(true);
    try {
      const verdict = await run(address);
      if (verdict?.state !== 'good' || isNameTooLong(name)) return focusFault();
      await save({ currency, network, address: verdict.address, name: name.trim() });
      forgetTyped();
      onSaved?.();
      showToast(text('addressBook.saved'));
      returnToLinkingPage();
    } catch (failure) {
      if (!(failure instanceof CallError && failure.handled)) setRefusal(errorText(failure));
    } finally {
      setWorking(false);
    }
  };
  const { press, waiting } = usePressOnceLoaded(symbol, loading, () => void submit());
  return (
    <Form
      ref={form}
      onSubmit={press}
      foot={
        <>
          {refusal && (
            <FieldMessage id="address-refusal" icon>
              {refusal}
            </FieldMessage>
          )}
          <Button type="submit" working={working || waiting}>
            {text('addressBook.save')}
          </Button>
        </>
      }
    >
      <div className="add-address-fields">
        {choice}
        <AddressField
          value={address}
          readAs={findParsedAddress(check)}
          error={faults?.error}
          cause={faults?.cause}
          onChange={(entered) => {
            setTyped({ address: entered, name });
            setRefusal('');
            forget();
          }}
          onBlur={() => address !== '' && currency !== '' && void run(address)}
          onEnter={press}
        />
        <NameField value={name} onChange={(entered) => setTyped({ address, name: entered })} />
      </div>
    </Form>
  );
}

/** Delays a press made while data is loading until it has loaded, so that the form can always be submitted. */
function usePressOnceLoaded(
  subject: string,
  loading: boolean,
  act: () => void,
): { readonly press: () => void; readonly waiting: boolean } {
  const [pressedFor, setPressedFor] = useState<string | null>(null);
  const pressedSubject = useRef<string | null>(null);
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (loading || pressedSubject.current !== subject) return;
    pressedSubject.current = null;
    actNow();
  }, [loading, subject]);
  const press = () => {
    if (!loading) return act();
    pressedSubject.current = subject;
    setPressedFor(subject);
  };
  return { press, waiting: loading && pressedFor === subject };
}

type AddressCheckActions = Pick<ReturnType<typeof useAddressCheck>, 'run' | 'forget'>;

/** A check applies to one crypto: after a change the address is checked again. */
function useCheckAgain(currency: string, address: string, { run, forget }: AddressCheckActions): void {
  const checkedFor = useRef(currency);
  useEffect(() => {
    if (checkedFor.current === currency) return;
    checkedFor.current = currency;
    forget();
    if (address !== '' && currency !== '') void run(address);
  }, [currency, address, run, forget]);
}

function useSave(saved: SavedAddress | undefined) {
  const add = useAddAddress();
  const edit = useEditAddress();
  return (entry: Parameters<typeof add>[0]) =>
    saved ? edit(saved.addressId, { address: entry.address, name: entry.name }) : add(entry);
}

/** Pages that link to the form for a new address. */
const LINKING_PAGES = new Set(['/addresses', '/order-status']);

/** Returns a function that leads back to the page from which the form was opened, and removes the form from the history. */
function useReturnToLinkingPage(): () => void {
  const [, navigate] = useLocation();
  return () => {
    if (LINKING_PAGES.has(getPreviousPath().replace(/\?.*$/, ''))) history.back();
    else navigate('/addresses', { replace: true });
  };
}
