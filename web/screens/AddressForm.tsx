import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { CallError } from '../api/callError.ts';
import { previousPath } from '../app/previousPath.ts';
import { AddressField } from '../features/address/AddressField.tsx';
import { askForBook, readAs } from '../features/address/addressCheck.ts';
import { addressTexts } from '../features/address/addressTexts.ts';
import { useAddressCheck } from '../features/address/useAddressCheck.ts';
import { useAddAddress, useBookNetworks, useEditAddress } from '../features/addressBook/addressBookQueries.ts';
import type { SavedAddress } from '../features/addressBook/addressGroups.ts';
import { isNameTooLong } from '../features/addressBook/addressName.ts';
import { CryptoFields } from '../features/addressBook/CryptoFields.tsx';
import { chosenNetwork } from '../features/addressBook/chosenNetwork.ts';
import { NameField } from '../features/addressBook/NameField.tsx';
import type { OfferedAddress } from '../features/addressBook/offeredAddress.ts';
import { errorText } from '../i18n/errorText.ts';
import { text } from '../i18n/text.ts';
import { Button } from '../ui/Button.tsx';
import { FieldMessage } from '../ui/FieldMessage.tsx';
import { Form } from '../ui/Form.tsx';
import { showToast } from '../ui/toastStore.ts';
import { useFaultFocus } from '../ui/useFaultFocus.ts';
import { useUnsent } from '../ui/useUnsent.ts';

/** The form with the choice of a crypto and its network. */
export function NewAddressForm({ offered }: { readonly offered: OfferedAddress }) {
  const { crypto, network } = offered;
  const [choice, setChoice, forgetChoice] = useUnsent(`addAddress.choice${offered.address}`, { crypto, network });
  const [asked, setAsked] = useState(false);
  const networks = useBookNetworks(choice.crypto);
  const chosen = chosenNetwork(networks.data, choice.network);
  return (
    <AddressForm
      loading={networks.isLoading}
      currency={chosen?.currency ?? ''}
      symbol={choice.crypto}
      network={chosen?.network ?? ''}
      offered={offered.address}
      onAsked={() => setAsked(true)}
      onSaved={forgetChoice}
      choice={<CryptoFields choice={choice} chosen={chosen} asked={asked} onChange={setChoice} />}
    />
  );
}

type AddressFormProps = {
  /** Wire id of the crypto on its network; '' until both are chosen. */
  readonly currency: string;
  readonly symbol: string;
  readonly network: string;
  /** What was chosen is not known yet: its networks are on their way. */
  readonly loading?: boolean;
  readonly choice: ReactNode;
  /** What is changed; without it an address is added. */
  readonly saved?: SavedAddress;
  /** Written in from the start, where one is added; '' for none. */
  readonly offered?: string;
  /** The form was sent. */
  readonly onAsked?: () => void;
  readonly onSaved?: () => void;
};

/** The address, checked when it is left and before it is saved, and its name. */
export function AddressForm(props: AddressFormProps) {
  const { currency, symbol, network, loading = false, choice, saved, offered = '', onAsked, onSaved } = props;
  const [{ address, name }, type, forgetTyped] = useUnsent(`addAddress.${saved?.addressId ?? `new${offered}`}`, {
    address: saved?.address ?? offered,
    name: saved?.name ?? '',
  });
  const { check, run, forget } = useAddressCheck(currency, askForBook);
  const [refusal, setRefusal] = useState('');
  const [working, setWorking] = useState(false);
  const { form, focusFault } = useFaultFocus();
  const save = useSave(saved);
  const leave = useReturn();
  useCheckAgain(currency, address, { run, forget });
  const faults = check && addressTexts(check, symbol, network === '' ? undefined : { network });

  const submit = async () => {
    if (working) return;
    setRefusal('');
    onAsked?.();
    if (currency === '') {
      // Without a crypto an address can only be missing, which needs no question to the server.
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
      leave();
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
          readAs={readAs(check)}
          error={faults?.error}
          cause={faults?.cause}
          onChange={(entered) => {
            type({ address: entered, name });
            setRefusal('');
            forget();
          }}
          onBlur={() => address !== '' && currency !== '' && void run(address)}
          onEnter={press}
        />
        <NameField value={name} onChange={(entered) => type({ address, name: entered })} />
      </div>
    </Form>
  );
}

/** A press that comes while its subject is loading is kept until then: a form that is drawn can be sent. */
function usePressOnceLoaded(
  subject: string,
  loading: boolean,
  act: () => void,
): { readonly press: () => void; readonly waiting: boolean } {
  const [pressedFor, setPressedFor] = useState<string | null>(null);
  const kept = useRef<string | null>(null);
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (loading || kept.current !== subject) return;
    kept.current = null;
    actNow();
  }, [loading, subject]);
  const press = () => {
    if (!loading) return act();
    kept.current = subject;
    setPressedFor(subject);
  };
  return { press, waiting: loading && pressedFor === subject };
}

type Checking = Pick<ReturnType<typeof useAddressCheck>, 'run' | 'forget'>;

/** A verdict holds for one crypto alone: for another one the address is checked again. */
function useCheckAgain(currency: string, address: string, { run, forget }: Checking): void {
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

/** Where a form for a new address is opened. */
const OPENERS = new Set(['/addresses', '/order-status']);

/** Back to where the form was opened, without leaving it behind in the history. */
function useReturn(): () => void {
  const [, navigate] = useLocation();
  return () => {
    if (OPENERS.has(previousPath().replace(/\?.*$/, ''))) history.back();
    else navigate('/addresses', { replace: true });
  };
}
