import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import UserRoundSearch from 'lucide-react/icons/user-round-search';
import { CallError } from '../api/callError.ts';
import { IdentityRing } from '../features/identity/IdentityRing.tsx';
import {
  useDetailsOutcome,
  useIdentification,
  useVerifierMessage,
} from '../features/identity/identificationQueries.ts';
import { type KycVerdict, kycVerdict } from '../features/identity/kycVerdict.ts';
import { VerifierReason } from '../features/identity/VerifierReason.tsx';
import { orderPath, useOrderNo } from '../features/order/orderAddress.ts';
import { SupportCard } from '../features/support/SupportCard.tsx';
import { errorText } from '../i18n/errorText.ts';
import { type TextKey, text } from '../i18n/text.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';
import { StepActions } from './StepActions.tsx';
import { UnderReview } from './UnderReview.tsx';
import './kycStatus.css';

/** The verdicts that the page has words for; the wait is a screen of its own. */
type Spoken = Exclude<KycVerdict, 'review'>;

const REFUSED = new Set<KycVerdict>(['details_refused', 'identity_refused']);
/** Verdicts with the verifier's reason: it has refused for good, or wants the document once more. */
const JUDGED_BY_VERIFIER = new Set<KycVerdict | null>(['identity_refused', 'identity_missing']);

/** The verdict on the buyer's details and document, from the server: what the address says of it does not count. */
export function KycStatus() {
  const orderNo = useOrderNo();
  const details = useDetailsOutcome();
  const document = useIdentification(orderNo, details.data?.isKyc === '1');
  const verdict = details.data && document.data ? kycVerdict(details.data.isKyc, document.data.isIdentification) : null;
  const words = useVerifierMessage(orderNo, JUDGED_BY_VERIFIER.has(verdict));
  const failed = [details, document].find(
    ({ data, error }) => !data && error && !(error instanceof CallError && error.handled),
  );
  if (verdict === 'review') return <UnderReview />;
  if (!verdict) {
    return (
      <Page actions={<StepActions />}>
        {failed ? (
          <EmptyState
            message={errorText(failed.error)}
            action={text('ui.try_again')}
            onAction={() => void failed.refetch()}
          />
        ) : (
          <div className="kyc-status" aria-busy="true">
            <output className="unseen">{text('ui.loading')}</output>
            <IdentityRing turning>
              <UserRoundSearch size={38} strokeWidth={1.5} />
            </IdentityRing>
          </div>
        )}
      </Page>
    );
  }
  return (
    <Page ownHeading actions={<StepActions />} foot={<Acts verdict={verdict} orderNo={orderNo} />}>
      <div className="kyc-status" data-verdict={verdict}>
        <IdentityRing turning={false}>
          <VerdictIcon verdict={verdict} />
        </IdentityRing>
        <div aria-live="polite">
          <h1 className="lead">{text(`kycStatus.${verdict}` as TextKey)}</h1>
          {(verdict === 'identity_refused' || words !== '') && (
            <p className="kyc-status-reason">
              <VerifierReason words={words} />
            </p>
          )}
          <p className="hint">{text(`kycStatus.${verdict}_detail` as TextKey)}</p>
        </div>
      </div>
      {REFUSED.has(verdict) && (
        <SupportCard title={text('support.disagree')} detail={text('support.disagree_detail')} />
      )}
    </Page>
  );
}

function VerdictIcon({ verdict }: { readonly verdict: Spoken }) {
  if (REFUSED.has(verdict)) return <CircleX size={40} strokeWidth={1.5} />;
  return verdict === 'approved' ? (
    <CircleCheck size={40} strokeWidth={1.5} />
  ) : (
    <UserRoundSearch size={38} strokeWidth={1.5} />
  );
}

type NextStep = { readonly path: string; readonly name: TextKey };

const ENTER_DETAILS: NextStep = { path: '/enter-information', name: 'kycStatus.enter_details' };

/** What the buyer can do about the verdict. A document that was refused for good cannot be shown again. */
const NEXT_STEPS: Readonly<Record<Spoken, NextStep | null>> = {
  approved: null,
  details_missing: ENTER_DETAILS,
  details_refused: ENTER_DETAILS,
  identity_missing: { path: '/verify-id', name: 'identity.verify' },
  identity_refused: null,
};

function Acts({ verdict, orderNo }: { readonly verdict: Spoken; readonly orderNo: string }) {
  const next = NEXT_STEPS[verdict];
  const at = (path: string) => (orderNo === '' ? path : orderPath(path, orderNo));
  const done = verdict === 'approved';
  return (
    <>
      {next && (
        <ButtonLink kind="filled" href={at(next.path)}>
          {text(next.name)}
        </ButtonLink>
      )}
      {orderNo !== '' ? (
        <ButtonLink kind={done ? 'filled' : 'ghost'} href={orderPath('/payment-status', orderNo)}>
          {text('identity.view_order')}
        </ButtonLink>
      ) : (
        <ButtonLink kind={done ? 'filled' : 'ghost'} href={done ? '/' : '/my-orders'}>
          {text(done ? 'trouble.to_buy' : 'menu.orders')}
        </ButtonLink>
      )}
    </>
  );
}
