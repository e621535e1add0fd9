import './buy.css';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { UnknownCrypto } from '../app/troubleScreens.ts';
import { AddressField } from '../features/address/AddressField.tsx';
import { addressTexts } from '../features/address/addressTexts.ts';
import { useAddressCheck } from '../features/address/useAddressCheck.ts';
import { BuyAmount } from '../features/buyPage/BuyAmount.tsx';
import { editPath, originOfVisit, readBuyQuery } from '../features/buyPage/buyQuery.ts';
import { type AmountFault, amountFault, presentToken } from '../features/buyPage/buyRules.ts';
import { reserveWindow } from '../features/buyPage/reserveWindow.ts';
import { TokenHeading } from '../features/buyPage/TokenHeading.tsx';
import { TokenPicker } from '../features/buyPage/TokenPicker.tsx';
import { isNotSold, useTokenInfo, useTokens } from '../features/buyPage/tokenQueries.ts';
import { MenuButton } from '../features/menu/MenuButton.tsx';
import { rememberPartner } from '../features/partner/partnerQuery.ts';
import { HowItWorks } from '../features/quote/HowItWorks.tsx';
import { track } from '../features/tracking/track.ts';
import { errorText, readableFacts } from '../i18n/errorText.ts';
import { text } from '../i18n/text.ts';
import { afterPress } from '../ui/afterPress.ts';
import { settledAmount } from '../ui/amountInput.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FieldMessage } from '../ui/FieldMessage.tsx';
import { Form } from '../ui/Form.tsx';
import { Page } from '../ui/Page.tsx';
import { useFaultFocus } from '../ui/useFaultFocus.ts';

/** A check that takes longer than this is shown on the button; a shorter one must not swallow a press that is under way. */
const UNNOTICED_MS = 300;
const PRODUCT = 'Slipway';

/** The short buying page: one crypto, how much of it, and whose wallet it is for. The purchase opens in a new window. */
export function Buy() {
  const search = useSearch();
  const query = useMemo(() => readBuyQuery(search), [search]);
  const [chosen, setChosen] = useState(query.defaultGetCurrency);
  const [picking, setPicking] = useState<boolean | null>(null);
  const fixed = query.getCurrency !== '';
  const tokens = useTokens();
  const currency = presentToken(query.getCurrency, chosen, tokens.data);
  const token = useTokenInfo(currency);
  const info = token.data;

  const given = query.getCurrencyAmount || query.defaultGetCurrencyAmount;
  const [amount, setAmount] = useState(given);
  const [judged, setJudged] = useState(given !== '');
  const told = useRef(given);
  const fault = info && judged ? amountFault(amount, info) : null;
  const addressing = useBuyAddress(query.address, currency);
  const faults =
    addressing.check && info && addressTexts(addressing.check, info.symbol, networkOf(tokens.data, currency));

  const [unopened, setUnopened] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);
  const { form, focusFault } = useFaultFocus();

  useEffect(() => {
    if (query.partnerId) rememberPartner(query.partnerId);
  }, [query.partnerId]);

  useEffect(() => track('buyCryptoGate'), []);

  const enterAmount = (entered: string) => {
    setAmount(entered);
    setUnopened(null);
    // A fault is told when the field is left, and taken back as soon as it is mended.
    if (info && judged && fault === null && amountFault(entered, info) !== null) setJudged(false);
  };
  const pick = (picked: string) => {
    track('selectGetCurrency', { getCurrency: picked });
    setChosen(picked);
    setAmount('');
    setJudged(false);
    setUnopened(null);
  };
  const start = async () => {
    if (starting || !info || addressing.address === '') return;
    setJudged(true);
    setUnopened(null);
    if (amountFault(amount, info)) return focusFault();
    // Now, not after the check: by then the browser has forgotten that somebody pressed.
    const reserved = reserveWindow();
    setStarting(true);
    const check = await addressing.judge();
    setStarting(false);
    if (check?.state !== 'good') {
      reserved?.close();
      return focusFault();
    }
    track('inputAddress', { getCurrency: currency });
    const origin = originOfVisit(query.origin, document.referrer, location.origin);
    const path = editPath(query, { currency, amount: settledAmount(amount), address: check.address, origin });
    if (reserved) reserved.lead(location.origin + path);
    else setUnopened(path);
  };

  if (fixed && isNotSold(token.error)) return <UnknownCrypto />;
  return (
    <Page actions={<MenuButton />} aside={<HowItWorks />}>
      <Form
        ref={form}
        onSubmit={() => void start()}
        foot={
          unopened === null ? (
            <Button
              type="submit"
              disabled={!info || addressing.address === '' || fault !== null || faults != null}
              working={starting || addressing.slow}
            >
              {text('buyPage.start')}
            </Button>
          ) : (
            <Unopened path={unopened} />
          )
        }
      >
        {!info && token.isError && !token.isFetching ? (
          <EmptyState
            message={errorText(token.error)}
            action={text('ui.try_again')}
            onAction={() => void token.refetch()}
          />
        ) : (
          <TokenHeading info={info} onPick={fixed || !tokens.data ? undefined : () => setPicking(true)} />
        )}
        <div className="buy-fields">
          <BuyAmount
            value={amount}
            info={info}
            error={fault ? faultText(fault) : undefined}
            onChange={enterAmount}
            onLeave={() => {
              if (amount !== told.current) track('inputGetAmount', { side: 'Get', amount, getCurrency: currency });
              told.current = amount;
              afterPress(() => setJudged(true));
            }}
          />
          <AddressField
            label={text('buyPage.address')}
            value={addressing.address}
            error={faults?.error}
            cause={faults?.cause}
            onChange={(entered) => {
              setUnopened(null);
              addressing.enter(entered);
            }}
            onBlur={() =>
              afterPress(() => {
                setJudged(true);
                void addressing.judge();
              })
            }
            onEnter={() => void start()}
          />
        </div>
      </Form>
      {picking !== null && (
        <TokenPicker
          open={picking}
          onClose={() => setPicking(false)}
          tokens={tokens.data ?? []}
          selected={currency}
          onSelect={pick}
        />
      )}
    </Page>
  );
}

/** The address with its check, which begins again with another crypto. */
function useBuyAddress(given: string, currency: string) {
  const [address, setAddress] = useState(given);
  const [slow, setSlow] = useState(false);
  const { check, run, forget } = useAddressCheck(currency);
  const asked = useRef<{ readonly address: string; readonly verdict: ReturnType<typeof run> } | null>(null);
  const judged = async (entered: string) => {
    const noticed = setTimeout(() => setSlow(true), UNNOTICED_MS);
    const verdict = await run(entered);
    clearTimeout(noticed);
    setSlow(false);
    if (asked.current?.address === entered) asked.current = null;
    return verdict;
  };

  // An address of the link, or one that was entered for another crypto, is judged at once.
  const judgeFor = useEffectEvent((ask: typeof run) => {
    asked.current = null;
    forget();
    if (address !== '') void ask(address);
  });
  useEffect(() => judgeFor(run), [run]);

  return {
    address,
    check,
    slow,
    enter: (entered: string) => {
      asked.current = null;
      setAddress(entered);
      forget();
    },
    /** A second question about the same entry waits for the answer to the first. */
    judge: () => {
      if (asked.current?.address !== address) asked.current = { address, verdict: judged(address) };
      return asked.current.verdict;
    },
  };
}

function networkOf(tokens: ReturnType<typeof useTokens>['data'], currency: string) {
  return tokens?.find((token) => token.currency === currency);
}

function faultText({ key, values = {} }: AmountFault): string {
  return text(key, readableFacts(values));
}

/** The browser opened no window: a link, which no browser blocks, takes the button's place. */
function Unopened({ path }: { readonly path: string }) {
  return (
    <div className="buy-unopened">
      <FieldMessage id="buy-unopened" icon cause={text('buyPage.blocked')}>
        {text('buyPage.unopened', { name: PRODUCT })}
      </FieldMessage>
      <ButtonLink
        external
        href={path}
        kind="filled"
        icon={<ArrowUpRight size={18} strokeWidth={2.2} aria-hidden="true" />}
      >
        {text('buyPage.open', { name: PRODUCT })}
      </ButtonLink>
    </div>
  );
}
