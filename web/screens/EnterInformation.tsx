import { traitsIfAny } from '@slipway/contract/entities/payMethods.ts';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useCountries } from '../features/catalog/catalogQueries.ts';
import { DetailsForm, type DetailsOutcome } from '../features/details/DetailsForm.tsx';
import { useDetailsOutcome, useRecordOutcome } from '../features/details/detailsQueries.ts';
import { currentDraft } from '../features/draft/draft.ts';
import { liveUser, storeUserInfo, takeDetailsReturn } from '../features/session/session.ts';
import { text } from '../i18n/text.ts';
import { Page } from '../ui/Page.tsx';
import { StepActions } from './StepActions.tsx';
import { UnderReview } from './UnderReview.tsx';

const UNDER_REVIEW = '/enter-information?isUnderReview=true&step=2';
const REFUSED = '/kyc-status?status=2';

/** Enter Basic Details: asked once; while they are looked at, the page waits and goes on by itself. */
export function EnterInformation() {
  const [, navigate] = useLocation();
  const reviewing = new URLSearchParams(useSearch()).get('isUnderReview') === 'true';
  const countries = useCountries();
  const { data: outcome } = useDetailsOutcome(reviewing);

  const recordOutcome = useRecordOutcome();

  /** A refusal of what was sent just now; every other outcome is followed like one that was known on arrival. */
  const follow = (judged: DetailsOutcome) => {
    recordOutcome(judged);
    if (judged.isKyc === '2') navigate(REFUSED, { replace: true });
  };
  useEffect(() => {
    if (outcome?.isKyc === '1') goOn(outcome.kyc_level);
    else if (outcome?.isKyc === '3' && !reviewing) navigate(UNDER_REVIEW, { replace: true });
    else if (outcome?.isKyc === '2' && reviewing) navigate(REFUSED, { replace: true });
    else if (outcome?.isKyc === '0' && reviewing) navigate('/enter-information', { replace: true });
  }, [outcome, reviewing, navigate]);

  if (reviewing) return <UnderReview />;
  const beforeOrder = traitsIfAny(currentDraft().payMethod)?.needsKnownBuyer;
  return (
    <Page actions={<StepActions />}>
      <p className="hint">{text(beforeOrder ? 'details.why_transfer' : 'details.why')}</p>
      <DetailsForm country={countries.data?.currCode ?? ''} onJudged={follow} />
    </Page>
  );
}

/** Accepted: the stored level follows, and the purchase goes on where it stopped, by a full page load. */
function goOn(kycLevel: number): void {
  const user = liveUser();
  if (user) storeUserInfo({ ...user, kyc_level: kycLevel });
  location.replace(takeDetailsReturn());
}
