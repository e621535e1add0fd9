import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import UserRoundSearch from 'lucide-react/icons/user-round-search';
import { CallError } from '../../api/callError.ts';
import { determineKycVerdict, type KycVerdict } from '../../features/identity/determineKycVerdict.ts';
import { IdentityRing } from '../../features/identity/IdentityRing.tsx';
import {
  useDetailsOutcome,
  useIdentification,
  useVerifierMessage,
} from '../../features/identity/identificationQueries.ts';
import { VerifierReason } from '../../features/identity/VerifierReason.tsx';
import { buildOrderPath, useOrderNo } from '../../features/order/orderUrl.ts';
import { SupportCard } from '../../features/support/SupportCard.tsx';
import { errorText } from '../../i18n/errorText.ts';
import { type TextKey, text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StepActions } from '../StepActions.tsx';
import { UnderReview } from './UnderReview.tsx';
import './kycStatus.css';

/** Verdicts with a text on this page; a pending review has a separate screen. */
type ShownVerdict = Exclude<KycVerdict, 'review'>;

const REFUSED = new Set<KycVerdict>(['details_refused', 'identity_refused']);
/** Verdicts with a reason from the verifier: a final rejection, or a request for the document again. */
const VERIFIER_VERDICTS = new Set<KycVerdict | null>(['identity_refused', 'identity_missing']);

/** Shows the server's verdict on the buyer's details and document, regardless of the URL. */
export function KycStatus() {
  const orderNo = useOrderNo();
  const details = useDetailsOutcome();
  const document = useIdentification(orderNo, details.data?.isKyc === '1');
  const verdict =
    details.data && document.data ? determineKycVerdict(details.data.isKyc, document.data.isIdentification) : null;
  const verifierMessage = useVerifierMessage(orderNo, VERIFIER_VERDICTS.has(verdict));
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
    <Page ownHeading actions={<StepActions />} foot={<KycActions verdict={verdict} orderNo={orderNo} />}>
      <div className="kyc-status" data-verdict={verdict}>
        <IdentityRing turning={false}>
          <VerdictIcon verdict={verdict} />
        </IdentityRing>
        <div aria-live="polite">
          <h1 className="lead">{text(`kycStatus.${verdict}` as TextKey)}</h1>
          {(verdict === 'identity_refused' || verifierMessage !== '') && (
            <p className="kyc-status-reason">
              <VerifierReason message={verifierMessage} />
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

function VerdictIcon({ verdict }: { readonly verdict: ShownVerdict }) {
  if (REFUSED.has(verdict)) return <CircleX size={40} strokeWidth={1.5} />;
  return verdict === 'approved' ? (
    <CircleCheck size={40} strokeWidth={1.5} />
  ) : (
    <UserRoundSearch size={38} strokeWidth={1.5} />
  );
}

type NextStep = { readonly path: string; readonly name: TextKey };

const ENTER_DETAILS: NextStep = { path: '/enter-information', name: 'kycStatus.enter_details' };

/** Next action for each verdict. A finally rejected document cannot be submitted again. */
const NEXT_STEPS: Readonly<Record<ShownVerdict, NextStep | null>> = {
  approved: null,
  details_missing: ENTER_DETAILS,
  details_refused: ENTER_DETAILS,
  identity_missing: { path: '/verify-id', name: 'identity.verify' },
  identity_refused: null,
};

function KycActions({ verdict, orderNo }: { readonly verdict: ShownVerdict; readonly orderNo: string }) {
  const next = NEXT_STEPS[verdict];
  const buildPath = (path: string) => (orderNo === '' ? path : buildOrderPath(path, orderNo));
  const done = verdict === 'approved';
  return (
    <>
      {next && (
        <ButtonLink kind="filled" href={buildPath(next.path)}>
          {text(next.name)}
        </ButtonLink>
      )}
      {orderNo !== '' ? (
        <ButtonLink kind={done ? 'filled' : 'ghost'} href={buildOrderPath('/payment-status', orderNo)}>
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
