import { traitsIfAny } from '@slipway/contract/entities/payMethods.ts';
import './confirmAddress.css';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { connectionLost, isRefusedWith } from '../api/callError.ts';
import { isConnected } from '../api/isConnected.ts';
import { useAddressCheck } from '../features/address/useAddressCheck.ts';
import { useReceiveList } from '../features/catalog/catalogQueries.ts';
import { currentDraft, type Draft, updateDraft } from '../features/draft/draft.ts';
import { useDraft } from '../features/draft/useDraft.ts';
import { isOtherProvider } from '../features/partner/partnerRules.ts';
import { placeProviderOrder } from '../features/provider/placeProviderOrder.ts';
import type { Crypto } from '../features/renewal/PurchaseStrip.tsx';
import { RenewalNews } from '../features/renewal/RenewalNews.tsx';
import { MainAct, RenewalTrouble } from '../features/renewal/RenewalTrouble.tsx';
import { hasPurchase } from '../features/renewal/renewQuote.ts';
import { useRenewedQuote } from '../features/renewal/useRenewedQuote.ts';
import { errorText } from '../i18n/errorText.ts';
import { methodValues } from '../i18n/methodName.ts';
import { RichText } from '../i18n/RichText.tsx';
import { text, textIfAny } from '../i18n/text.ts';
import { AddressGroups } from '../ui/AddressGroups.tsx';
import { AmountText } from '../ui/AmountText.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmSheet } from '../ui/ConfirmSheet.tsx';
import { FieldMessage } from '../ui/FieldMessage.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Page } from '../ui/Page.tsx';
import { QuoteCountdown } from '../ui/QuoteCountdown.tsx';
import { type RowItem, Rows } from '../ui/Rows.tsx';
import { StepActions } from './StepActions.tsx';

/** The server's refusal of an order to a contract that the buyer has not confirmed. */
const CONTRACT_FAULT = 'address_is_contract';
/** A full page load: the card pages have a browser policy of their own. */
const NEXT_PAGE = '/select-card';

/** Confirm Address: the whole address once more, checked again, before an order is made. */
export function ConfirmAddress() {
  const draft = useDraft();
  const [, navigate] = useLocation();
  const renewal = useRenewedQuote();
  const cryptos = useReceiveList('');
  const [leaving, setLeaving] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [askingContract, setAskingContract] = useState(false);
  const search = useSearch();
  const { check, run } = useAddressCheck(draft.getCurrency);

  useEffect(() => {
    if (draft.address !== '') void run(draft.address);
  }, [draft.address, run]);

  if (!hasPurchase(draft)) return <Redirect to="/edit" replace />;
  // What comes from storage is checked like what is typed: a bad address goes back to its screen.
  if (draft.address === '' || check?.state === 'bad') {
    return <Redirect to={draft.address === '' ? '/submit-address' : '/submit-address?error=address_invalid'} replace />;
  }
  const crypto = cryptos.data?.find(({ currency }) => currency === draft.getCurrency);
  const symbol = crypto?.symbol ?? draft.getCurrency;
  const coin = coinName(symbol);
  const goOn = async () => {
    setLeaving(true);
    setRefusal(null);
    try {
      // A whole page that cannot come would be the browser's own, and what is typed here would be left behind.
      if (!(await isConnected())) throw connectionLost();
      // The question has an entry of the history, which the next page takes: closing it would go back from that page.
      if (!isOtherProvider(draft.offerType))
        return askingContract ? location.replace(NEXT_PAGE) : location.assign(NEXT_PAGE);
      navigate(await placeProviderOrder(currentDraft()), { replace: true });
    } catch (error) {
      setLeaving(false);
      setAskingContract(isRefusedWith(error, CONTRACT_FAULT));
      if (!isRefusedWith(error, CONTRACT_FAULT)) setRefusal(error);
    }
  };
  const confirm = async () => {
    setLeaving(true);
    // A press may come before the answer, which decides whether there is a question.
    const verdict = check ?? (await run(draft.address));
    if (verdict?.state === 'bad') return;
    const isContract =
      (verdict?.state === 'good' && verdict.isContract) || new URLSearchParams(search).get('error') === CONTRACT_FAULT;
    if (!isContract || currentDraft().acceptedContract === draft.address) return goOn();
    setLeaving(false);
    setAskingContract(true);
  };
  const acceptContract = () => {
    updateDraft({ acceptedContract: draft.address });
    void goOn();
  };
  return (
    <Page
      ownHeading
      actions={
        <StepActions>{renewal.error === null && <QuoteCountdown secondsLeft={renewal.secondsLeft} pill />}</StepActions>
      }
      foot={
        <>
          <MainAct error={renewal.error}>
            <Button working={leaving} disabled={renewal.error !== null} onClick={() => void confirm()}>
              {text('confirmAddress.confirm')}
            </Button>
          </MainAct>
          {!draft.addressFixed && (
            <Button kind="ghost" onClick={() => navigate('/submit-address')}>
              {text('confirmAddress.change')}
            </Button>
          )}
        </>
      }
    >
      <h1 className="lead">{text('confirmAddress.question', { coin, symbol })}</h1>
      <p className="hint confirm-address-hint">{text('confirmAddress.compare')}</p>
      <Card lift>
        <AddressGroups address={draft.address} />
        <p className="confirm-address-checked">
          {check?.state === 'good' && <CircleCheck size={18} strokeWidth={2} aria-hidden="true" />}
          <span>{checkedText(check?.state, draft.address, crypto)}</span>
        </p>
      </Card>
      <section className="summary confirm-address-rows">
        <Rows items={rowsOf(draft, crypto)} />
      </section>
      <RenewalNews amounts={draft} symbol={symbol} />
      <RenewalTrouble error={renewal.error} onRetry={renewal.retry} />
      {refusal !== null && (
        <FieldMessage id="order-refused" icon>
          {errorText(refusal)}
        </FieldMessage>
      )}
      <div className="confirm-address-note">
        <Note tone="warn" icon={<TriangleAlert size={18} strokeWidth={2.1} aria-hidden="true" />}>
          {text('confirmAddress.irreversible', { symbol })}
        </Note>
      </div>
      <ConfirmSheet
        open={askingContract}
        onClose={() => setAskingContract(false)}
        title={text('confirmAddress.contract_title')}
        act={text('confirmAddress.contract_confirm')}
        onAct={acceptContract}
        working={leaving}
      >
        {text('confirmAddress.contract', { symbol, network: crypto?.networkName ?? '' })}
      </ConfirmSheet>
    </Page>
  );
}

function checkedText(state: string | undefined, address: string, crypto: Crypto | undefined): string {
  if (state === undefined) return text('confirmAddress.checking');
  if (state !== 'good' || !crypto) return text('confirmAddress.not_checked');
  const values = { network: crypto.networkName, count: address.length };
  return textIfAny(`confirmAddress.valid_${crypto.network}`, values) ?? text('confirmAddress.valid', values);
}

function rowsOf(draft: Draft, crypto: Crypto | undefined): RowItem[] {
  const symbol = crypto?.symbol ?? draft.getCurrency;
  const estimated = traitsIfAny(draft.payMethod)?.priced === 'at_receipt';
  return [
    {
      label: text('confirmAddress.goods'),
      value: draft.goodsOrderAmount ? (
        <AmountText amount={draft.goodsOrderAmount} code={draft.goodsOrderCurrency} />
      ) : null,
    },
    {
      label: text(estimated ? 'confirmAddress.you_get_estimate' : 'confirmAddress.you_get'),
      value: <AmountText amount={draft.getCurrencyAmount} code={symbol} />,
    },
    { label: text('confirmAddress.network'), value: crypto?.networkName ?? null },
    { label: text('confirmAddress.wallet'), value: walletText(draft) },
    {
      label: text('confirmAddress.you_pay'),
      value: <PaidAmount draft={draft} />,
    },
  ];
}

/** `100.00 EUR by card` */
function PaidAmount({ draft }: { readonly draft: Draft }) {
  const amount = <AmountText amount={draft.sendCurrencyAmount} code={draft.sendCurrency} />;
  const by = text('purchase.by_method', methodValues(draft.payMethod));
  return by === '' ? amount : <RichText of="confirmAddress.amount_by" with={{ amount, by }} />;
}

function walletText({ walletType, exchange }: Draft): string | null {
  if (walletType === '') return null;
  return walletType === 'exchange' ? exchange : text('confirmAddress.self_hosted');
}

/** Coins of their own have a name in every language; tokens go by their symbol. */
function coinName(symbol: string): string {
  return textIfAny(`coin.${symbol}`) ?? symbol;
}
