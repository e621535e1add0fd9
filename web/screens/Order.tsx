import { useEffect, useMemo, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useCountries, useReceiveList } from '../features/catalog/catalogQueries.ts';
import { updateDraft } from '../features/draft/draft.ts';
import { useDraft } from '../features/draft/useDraft.ts';
import { EntryTerms } from '../features/orderEntry/EntryTerms.tsx';
import { readOrderQuery } from '../features/orderEntry/orderEntryQuery.ts';
import { useDraftFromLink } from '../features/orderEntry/useDraftFromLink.ts';
import { useEntryMethods } from '../features/orderEntry/useEntryMethods.ts';
import { findPresetMethod } from '../features/partner/partnerRules.ts';
import { MethodPicker } from '../features/quote/methods/MethodPicker.tsx';
import { PurchaseStrip } from '../features/renewal/PurchaseStrip.tsx';
import { MainAction, RenewalTrouble } from '../features/renewal/RenewalTrouble.tsx';
import { hasPurchase } from '../features/renewal/renewQuote.ts';
import { RichText } from '../i18n/RichText.tsx';
import { text } from '../i18n/text.ts';
import { ShortAddress } from '../ui/address/AddressGroups.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/page/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StepActions } from './StepActions.tsx';

/** Purchase started by a link: shows what is bought, and asks for the payment method if the link does not fix it. */
export function Order() {
  const search = useSearch();
  const query = useMemo(() => readOrderQuery(search), [search]);
  const countries = useCountries();
  const arrival = useDraftFromLink(query);
  const { decision, renewal, methods, selected, figures, choose } = useEntryMethods(query, arrival);
  const draft = useDraft();
  const [, navigate] = useLocation();
  const [leaving, setLeaving] = useState(false);
  const decidedMethod = decision?.kind === 'go' ? decision.payMethod : '';
  useEffect(() => {
    if (decidedMethod === '') return;
    updateDraft({ payMethod: decidedMethod });
    navigate('/select-offer', { replace: true });
  }, [decidedMethod, navigate]);
  const crypto = useReceiveList('').data?.find(({ currency }) => currency === draft.getCurrency);
  const continueToOffers = () => {
    setLeaving(true);
    if (selected !== draft.payMethod) choose(selected);
    navigate('/select-offer');
  };

  if (countries.data?.isBan === 1) return <Redirect to="/access-denied" replace />;
  if (arrival.status === 'failed') return <OrderUnreachable />;
  if (arrival.status === 'unoffered') return <Redirect to={`/edit?${search}`} replace />;
  if (decision === null || decidedMethod !== '' || !hasPurchase(draft)) return <OrderLoading />;
  const { error, quote, secondsLeft } = renewal;
  const { payAmount, payCurrency, receiveAmount, receiveCurrency } = query.locked;
  // The server would reject an order with another amount than the session's.
  const isFixed = draft.partnerSession !== '' && (payAmount || payCurrency || receiveAmount || receiveCurrency);
  const partnerName = arrival.partner?.name ?? '';
  return (
    <Page
      actions={<StepActions />}
      foot={
        <>
          <MainAction error={error}>
            <Button
              disabled={error !== null || selected === '' || quote === null}
              working={leaving}
              onClick={continueToOffers}
            >
              {text('ui.continue')}
            </Button>
          </MainAction>
          {error === null && !isFixed && (
            <ButtonLink kind="ghost" href="/edit">
              {text('purchase.change_amount')}
            </ButtonLink>
          )}
        </>
      }
    >
      <PurchaseStrip amounts={draft} crypto={crypto} secondsLeft={null} stopped={error !== null} silent />
      <RenewalTrouble error={error} onRetry={renewal.retry} />
      {error === null && (
        <MethodPicker
          methods={methods}
          wanted={findPresetMethod(arrival.partner, query.payMethod)}
          quoting={quote === null ? 'asking' : 'quoted'}
          selected={selected}
          onSelect={choose}
        />
      )}
      {figures && error === null && (
        <div className="section">
          <EntryTerms figures={figures} symbol={crypto?.symbol ?? draft.getCurrency} secondsLeft={secondsLeft} />
        </div>
      )}
      {query.address !== '' && (
        <p className="hint section">
          <RichText of="orderEntry.to" with={{ address: <ShortAddress address={query.address} /> }} />
        </p>
      )}
      {partnerName !== '' && <p className="hint section">{text('orderEntry.from', { name: partnerName })}</p>}
    </Page>
  );
}

function OrderLoading() {
  return (
    <Page actions={<StepActions />}>
      <div className="stack-10" aria-busy="true">
        <output className="unseen">{text('ui.loading')}</output>
        <Skeleton height={64} />
        <Skeleton width={140} height={20} />
        <Skeleton height={66} />
      </div>
    </Page>
  );
}

function OrderUnreachable() {
  return (
    <Page actions={<StepActions />}>
      <EmptyState message={text('error.no_answer')} action={text('ui.try_again')} onAction={() => location.reload()} />
    </Page>
  );
}
