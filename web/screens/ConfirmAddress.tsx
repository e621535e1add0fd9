import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import './confirmAddress.css';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { createConnectionError, isRefusedWith } from '../api/callError.ts';
import { isConnected } from '../api/isConnected.ts';
import { useAddressCheck } from '../features/address/useAddressCheck.ts';
import { useReceiveList } from '../features/catalog/catalogQueries.ts';
import { type Draft, getDraft, updateDraft } from '../features/draft/draft.ts';
import { useDraft } from '../features/draft/useDraft.ts';
import { isOtherProvider } from '../features/partner/partnerRules.ts';
import { placeProviderOrder } from '../features/provider/placeProviderOrder.ts';
import { PurchaseAside } from '../features/renewal/PurchaseAside.tsx';
import type { Crypto } from '../features/renewal/PurchaseStrip.tsx';
import { RenewalAnnouncement } from '../features/renewal/RenewalAnnouncement.tsx';
import { MainAction, RenewalTrouble } from '../features/renewal/RenewalTrouble.tsx';
import { hasPurchase } from '../features/renewal/renewQuote.ts';
import { useRenewedQuote } from '../features/renewal/useRenewedQuote.ts';
import { errorText } from '../i18n/errorText.ts';
import { getMethodValues } from '../i18n/methodName.ts';
import { RichText } from '../i18n/RichText.tsx';
import { findText, text } from '../i18n/text.ts';
import { AddressGroups } from '../ui/address/AddressGroups.tsx';
import { AmountText } from '../ui/amount/AmountText.tsx';
import { Button } from '../ui/Button.tsx';
import { FieldMessage } from '../ui/form/FieldMessage.tsx';
import { Note } from '../ui/Note.tsx';
import { ConfirmSheet } from '../ui/overlay/ConfirmSheet.tsx';
import { Card, Page } from '../ui/page/Page.tsx';
import { QuoteCountdown } from '../ui/progress/QuoteCountdown.tsx';
import { type RowItem, Rows } from '../ui/rows/Rows.tsx';
import { StepActions } from './StepActions.tsx';

/** Server error for an order to a contract that the buyer has not confirmed. */
const CONTRACT_FAULT = 'address_is_contract';
/** Requires a full page load: card pages have a different Content-Security-Policy. */
const NEXT_PAGE = '/select-card';

/** Confirm Address: shows the full address and checks it again before an order is created. */
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
  // A stored address is checked like typed input; an invalid one leads back to Submit Address.
  if (draft.address === '' || check?.state === 'bad') {
    return <Redirect to={draft.address === '' ? '/submit-address' : '/submit-address?error=address_invalid'} replace />;
  }
  const crypto = cryptos.data?.find(({ currency }) => currency === draft.getCurrency);
  const symbol = crypto?.symbol ?? draft.getCurrency;
  const coin = formatCoinName(symbol);
  const placeOrder = async () => {
    setLeaving(true);
    setRefusal(null);
    try {
      // If the next page cannot load, the browser's error page would replace this one and the input would be lost.
      if (!(await isConnected())) throw createConnectionError();
      // The question has a history entry, which the next page replaces; closing the question would go back from that
      // page.
      if (!isOtherProvider(draft.offerType))
        return askingContract ? location.replace(NEXT_PAGE) : location.assign(NEXT_PAGE);
      navigate(await placeProviderOrder(getDraft()), { replace: true });
    } catch (error) {
      setLeaving(false);
      setAskingContract(isRefusedWith(error, CONTRACT_FAULT));
      if (!isRefusedWith(error, CONTRACT_FAULT)) setRefusal(error);
    }
  };
  const confirm = async () => {
    setLeaving(true);
    // The buyer may confirm before the check has finished, and the result decides whether to ask about a contract.
    const verdict = check ?? (await run(draft.address));
    if (verdict?.state === 'bad') return;
    const isContract =
      (verdict?.state === 'good' && verdict.isContract) || new URLSearchParams(search).get('error') === CONTRACT_FAULT;
    if (!isContract || getDraft().acceptedContract === draft.address) return placeOrder();
    setLeaving(false);
    setAskingContract(true);
  };
  const acceptContract = () => {
    updateDraft({ acceptedContract: draft.address });
    void placeOrder();
  };
  return (
    <Page
      ownHeading
      actions={
        <StepActions>{renewal.error === null && <QuoteCountdown secondsLeft={renewal.secondsLeft} pill />}</StepActions>
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
      foot={
        <>
          <MainAction error={renewal.error}>
            <Button working={leaving} disabled={renewal.error !== null} onClick={() => void confirm()}>
              {text('confirmAddress.confirm')}
            </Button>
          </MainAction>
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
          <span>{formatCheckResult(check?.state, draft.address, crypto)}</span>
        </p>
      </Card>
      <section className="summary confirm-address-rows">
        <Rows items={buildConfirmRows(draft, crypto)} />
      </section>
      <RenewalAnnouncement amounts={draft} symbol={symbol} />
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

function formatCheckResult(state: string | undefined, address: string, crypto: Crypto | undefined): string {
  if (state === undefined) return text('confirmAddress.checking');
  if (state !== 'good' || !crypto) return text('confirmAddress.not_checked');
  const values = { network: crypto.networkName, count: address.length };
  return findText(`confirmAddress.valid_${crypto.network}`, values) ?? text('confirmAddress.valid', values);
}

function buildConfirmRows(draft: Draft, crypto: Crypto | undefined): RowItem[] {
  const symbol = crypto?.symbol ?? draft.getCurrency;
  const estimated = findPayMethodTraits(draft.payMethod)?.priced === 'at_receipt';
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
    { label: text('confirmAddress.wallet'), value: formatWallet(draft) },
    {
      label: text('confirmAddress.you_pay'),
      value: <PaidAmount draft={draft} />,
    },
  ];
}

/** Shows `100.00 EUR by card`. */
function PaidAmount({ draft }: { readonly draft: Draft }) {
  const amount = <AmountText amount={draft.sendCurrencyAmount} code={draft.sendCurrency} />;
  const by = text('purchase.by_method', getMethodValues(draft.payMethod));
  return by === '' ? amount : <RichText of="confirmAddress.amount_by" with={{ amount, by }} />;
}

function formatWallet({ walletType, exchange }: Draft): string | null {
  if (walletType === '') return null;
  return walletType === 'exchange' ? exchange : text('confirmAddress.self_hosted');
}

/** Returns the localized name of a native coin; tokens use their symbol. */
function formatCoinName(symbol: string): string {
  return findText(`coin.${symbol}`) ?? symbol;
}
