import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useCountries } from '../../features/catalog/catalogQueries.ts';
import { DetailsForm, type DetailsOutcome } from '../../features/details/DetailsForm.tsx';
import { useCacheUserStatus, useDetailsStatus } from '../../features/details/detailsQueries.ts';
import { getDraft } from '../../features/draft/draft.ts';
import { getLoggedInUser, storeUserInfo, takeDetailsReturn } from '../../features/session/session.ts';
import { text } from '../../i18n/text.ts';
import { Page } from '../../ui/page/Page.tsx';
import { StepActions } from '../StepActions.tsx';
import { UnderReview } from './UnderReview.tsx';

const UNDER_REVIEW = '/enter-information?isUnderReview=true&step=2';
const REFUSED = '/kyc-status?status=2';

/** Enter Basic Details: asked once; during a review the page waits and continues by itself. */
export function EnterInformation() {
  const [, navigate] = useLocation();
  const reviewing = new URLSearchParams(useSearch()).get('isUnderReview') === 'true';
  const countries = useCountries();
  const { data: outcome } = useDetailsStatus(reviewing);

  const recordOutcome = useCacheUserStatus();

  /** Shows a rejection of the details just sent; every other result is handled like one known on arrival. */
  const handleOutcome = (newOutcome: DetailsOutcome) => {
    recordOutcome(newOutcome);
    if (newOutcome.isKyc === '2') navigate(REFUSED, { replace: true });
  };
  useEffect(() => {
    if (outcome?.isKyc === '1') continuePurchase(outcome.kyc_level);
    else if (outcome?.isKyc === '3' && !reviewing) navigate(UNDER_REVIEW, { replace: true });
    else if (outcome?.isKyc === '2' && reviewing) navigate(REFUSED, { replace: true });
    else if (outcome?.isKyc === '0' && reviewing) navigate('/enter-information', { replace: true });
  }, [outcome, reviewing, navigate]);

  if (reviewing) return <UnderReview />;
  const beforeOrder = findPayMethodTraits(getDraft().payMethod)?.needsKnownBuyer;
  return (
    <Page actions={<StepActions />}>
      <p className="hint">{text(beforeOrder ? 'details.why_transfer' : 'details.why')}</p>
      <DetailsForm country={countries.data?.currCode ?? ''} onJudged={handleOutcome} />
    </Page>
  );
}

/** After acceptance, stores the new level and continues the purchase with a full page load. */
function continuePurchase(kycLevel: number): void {
  const user = getLoggedInUser();
  if (user) storeUserInfo({ ...user, kyc_level: kycLevel });
  location.replace(takeDetailsReturn());
}
