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
import { orderPath, useOrderNo } from '../features/order/orderAddress.ts';
import { errorText } from '../i18n/errorText.ts';
import { type TextKey, text } from '../i18n/text.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';
import { StepActions } from './StepActions.tsx';
import './kycStatus.css';

const REFUSED = new Set<KycVerdict>(['details_refused', 'identity_refused']);

/** How the buyer's details and document stand. The address only leads here: the server has the word. */
export function KycStatus() {
  const orderNo = useOrderNo();
  const details = useDetailsOutcome();
  const document = useIdentification(orderNo, details.data?.isKyc === '1');
  const verdict = details.data && document.data ? kycVerdict(details.data.isKyc, document.data.isIdentification) : null;
  const message = useVerifierMessage(orderNo, verdict === 'identity_refused');
  const failed = [details, document].find(
    ({ data, error }) => !data && error && !(error instanceof CallError && error.handled),
  );
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
        <IdentityRing turning={verdict === 'review'}>
          <VerdictIcon verdict={verdict} />
        </IdentityRing>
        <div aria-live="polite">
          <h1 className="lead">{text(`kycStatus.${verdict}` as TextKey)}</h1>
          {message !== '' && <p className="kyc-status-message">{message}</p>}
          <p className="hint">{text(`kycStatus.${verdict}_detail` as TextKey)}</p>
        </div>
      </div>
    </Page>
  );
}

function VerdictIcon({ verdict }: { readonly verdict: KycVerdict }) {
  if (REFUSED.has(verdict)) return <CircleX size={40} strokeWidth={1.5} />;
  return verdict === 'approved' ? (
    <CircleCheck size={40} strokeWidth={1.5} />
  ) : (
    <UserRoundSearch size={38} strokeWidth={1.5} />
  );
}

function Acts({ verdict, orderNo }: { readonly verdict: KycVerdict; readonly orderNo: string }) {
  const order = orderNo !== '' && (
    <ButtonLink kind={verdict === 'approved' ? 'filled' : 'ghost'} href={orderPath('/payment-status', orderNo)}>
      {text('identity.view_order')}
    </ButtonLink>
  );
  if (verdict === 'details_missing')
    return (
      <ButtonLink kind="filled" href="/enter-information">
        {text('ui.continue')}
      </ButtonLink>
    );
  if (verdict === 'identity_missing') {
    const to = orderNo === '' ? '/verify-id' : orderPath('/verify-id', orderNo);
    return (
      <ButtonLink kind="filled" href={to}>
        {text('identity.verify')}
      </ButtonLink>
    );
  }
  return (
    <>
      {order}
      {!order && (
        <ButtonLink kind="ghost" href="/">
          {text('trouble.to_buy')}
        </ButtonLink>
      )}
    </>
  );
}
