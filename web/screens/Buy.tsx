import { useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { UnknownCrypto } from '../app/troubleScreens.ts';
import { buildAddressTexts } from '../features/address/buildAddressTexts.ts';
import { BuyFields } from '../features/buyPage/BuyFields.tsx';
import { buildEditPath, findVisitOrigin, readBuyQuery } from '../features/buyPage/buyQuery.ts';
import { findAmountFault } from '../features/buyPage/buyRules.ts';
import { StartPurchase } from '../features/buyPage/StartPurchase.tsx';
import { TokenPicker } from '../features/buyPage/TokenPicker.tsx';
import { TokenShown } from '../features/buyPage/TokenShown.tsx';
import { isNotSoldError } from '../features/buyPage/tokenQueries.ts';
import { useBuyAddress } from '../features/buyPage/useBuyAddress.ts';
import { useBuyAmount } from '../features/buyPage/useBuyAmount.ts';
import { useBuyToken } from '../features/buyPage/useBuyToken.ts';
import { MenuButton } from '../features/menu/MenuButton.tsx';
import { rememberPartner } from '../features/partner/rememberPartner.ts';
import { HowItWorks } from '../features/quote/HowItWorks.tsx';
import { LinkNotice } from '../features/quote/link/LinkNotice.tsx';
import { track } from '../features/tracking/track.ts';
import { Form } from '../ui/form/Form.tsx';
import { useFaultFocus } from '../ui/form/useFaultFocus.ts';
import { useNewWindow } from '../ui/newWindow/useNewWindow.ts';
import { Page } from '../ui/page/Page.tsx';

/** The short buying page: one crypto, an amount and a wallet address. The purchase opens in a new window. */
export function Buy() {
  const search = useSearch();
  const query = useMemo(() => readBuyQuery(search), [search]);
  const [picking, setPicking] = useState<boolean | null>(null);
  const token = useBuyToken(query);
  const { currency } = token;
  const info = token.query.data;
  const given = token.proposalUnsold ? '' : query.getCurrencyAmount || query.defaultGetCurrencyAmount;
  const amount = useBuyAmount(given, currency, info);
  const address = useBuyAddress(query.address, currency);
  const addressFaults = address.check && info && buildAddressTexts(address.check, info.symbol, token.listed);
  const purchase = useNewWindow();
  const { form, focusFault } = useFaultFocus();
  useEffect(() => {
    if (query.partnerId) rememberPartner(query.partnerId);
  }, [query.partnerId]);
  useEffect(() => track('buyCryptoGate'), []);

  const pick = (picked: string) => {
    track('selectGetCurrency', { getCurrency: picked });
    token.choose(picked);
    amount.clear();
    purchase.forget();
  };
  const buildCheckedPath = async () => {
    const check = await address.startCheck();
    if (check?.state !== 'good') return null;
    track('inputAddress', { getCurrency: currency });
    const origin = findVisitOrigin(query.origin, document.referrer, location.origin);
    return buildEditPath(query, { currency, amount: amount.amount, address: check.address, origin });
  };
  const start = async () => {
    if (purchase.opening || !info || address.entered === '') return;
    amount.requestCheck();
    purchase.forget();
    const opens =
      findAmountFault({ kind: 'amount', amount: amount.amount }, info) === null &&
      (await purchase.open(buildCheckedPath)) !== 'none';
    if (!opens) focusFault();
  };

  if (token.fixed && isNotSoldError(token.query.error)) return <UnknownCrypto />;
  const ready = info !== undefined && address.entered !== '' && amount.fault === null && addressFaults == null;
  return (
    <Page actions={<MenuButton />} aside={<HowItWorks />}>
      <Form
        ref={form}
        onSubmit={() => void start()}
        foot={<StartPurchase purchase={purchase} ready={ready} checking={address.slow} />}
      >
        {token.proposalUnsold && <LinkNotice unoffered={[{ what: 'crypto', name: query.defaultGetCurrency }]} />}
        <TokenShown token={token} onPick={() => setPicking(true)} />
        <BuyFields
          amount={amount}
          address={address}
          addressFaults={addressFaults}
          info={info}
          onChange={purchase.forget}
          onEnter={() => void start()}
        />
      </Form>
      {picking !== null && (
        <TokenPicker
          open={picking}
          onClose={() => setPicking(false)}
          tokens={token.tokens ?? []}
          selected={currency}
          onSelect={pick}
        />
      )}
    </Page>
  );
}
