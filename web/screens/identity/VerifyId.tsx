import IdCard from 'lucide-react/icons/id-card';
import Info from 'lucide-react/icons/info';
import { useEffect, useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { CallError } from '../../api/callError.ts';
import { determineIdentityStage } from '../../features/identity/determineIdentityStage.ts';
import { IdentityRing } from '../../features/identity/IdentityRing.tsx';
import {
  requestVerifierUrl,
  useIdentification,
  useVerifierMessage,
} from '../../features/identity/identificationQueries.ts';
import { VerifierReason } from '../../features/identity/VerifierReason.tsx';
import { OrderTimeline } from '../../features/order/OrderTimeline.tsx';
import { useOrder } from '../../features/order/orderQuery.ts';
import { buildOrderPath, useOrderNo } from '../../features/order/orderUrl.ts';
import { HeldAmount } from '../../features/payment/HeldAmount.tsx';
import { errorText } from '../../i18n/errorText.ts';
import { getLocale, text } from '../../i18n/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FieldMessage } from '../../ui/form/FieldMessage.tsx';
import { Note } from '../../ui/Note.tsx';
import { Card, Page } from '../../ui/page/Page.tsx';
import { StepActions } from '../StepActions.tsx';
import './verifyId.css';

/** Time for the verifier to answer after the buyer's return, before the check is offered again. */
const SETTLING_MS = 15_000;

/** Verify ID: opens the verifier's page and waits for the verdict after the return. */
export function VerifyId() {
  const orderNo = useOrderNo();
  const returned = useJustReturned();
  const view = useOrder(orderNo);
  const [isPolling, setIsPolling] = useState(true);
  const outcome = useIdentification(orderNo, isPolling);
  const stage = determineIdentityStage({
    outcome: outcome.data?.isIdentification,
    returned,
    orderNo,
    orderStatus: view.order?.status,
  });
  const needsDocument = stage?.kind === 'ask';
  const message = useVerifierMessage(orderNo, needsDocument);
  const opening = useVerifierOpening(orderNo);
  // Poll only while the verifier is processing: nothing changes while the buyer reads.
  if (stage !== null && isPolling === needsDocument) setIsPolling(!needsDocument);

  if (stage?.kind === 'go') return <Redirect to={stage.to} replace />;
  if (!stage) {
    const failed = outcome.isError && !(outcome.error instanceof CallError && outcome.error.handled);
    return (
      <Page actions={<StepActions />}>
        {failed ? (
          <EmptyState
            message={errorText(outcome.error)}
            action={text('ui.try_again')}
            onAction={() => void outcome.refetch()}
          />
        ) : (
          <div aria-busy="true" className="verify-id">
            <output className="unseen">{text('ui.loading')}</output>
            <IdentityRing turning>
              <IdCard size={40} strokeWidth={1.5} />
            </IdentityRing>
          </div>
        )}
      </Page>
    );
  }
  return (
    <Page
      ownHeading
      actions={<StepActions />}
      foot={
        <>
          <Note icon={<Info size={18} strokeWidth={2.1} aria-hidden="true" />}>{text('identity.once')}</Note>
          {needsDocument && opening.error !== null && (
            <FieldMessage id="verify-id-error" icon>
              {errorText(opening.error)}
            </FieldMessage>
          )}
          {needsDocument && (
            <Button working={opening.working} onClick={opening.open}>
              {text('identity.continue')}
            </Button>
          )}
          {orderNo !== '' && (
            <ButtonLink kind="ghost" href={buildOrderPath('/payment-status', orderNo)}>
              {text('identity.view_order')}
            </ButtonLink>
          )}
        </>
      }
    >
      <div className="verify-id">
        <IdentityRing turning={!needsDocument}>
          <IdCard size={40} strokeWidth={1.5} />
        </IdentityRing>
        <div aria-live="polite">
          <h1 className="lead">{text(needsDocument ? 'identity.title' : 'identity.checking')}</h1>
          <p className="hint">{text(needsDocument ? 'identity.explanation' : 'identity.checking_detail')}</p>
        </div>
      </div>
      {needsDocument && message !== '' && (
        <Note tone="warn">
          <VerifierReason message={message} />
        </Note>
      )}
      {view.order && (
        <>
          <HeldAmount order={view.order} />
          {!needsDocument && (
            <div className="verify-id-steps">
              <Card>
                <OrderTimeline order={view.order} />
              </Card>
            </div>
          )}
        </>
      )}
    </Page>
  );
}

/** Returns true for a short time after the verifier's page has sent the buyer back. */
function useJustReturned(): boolean {
  const [search] = useSearchParams();
  const [settling, setSettling] = useState(search.get('returned') === '1');
  useEffect(() => {
    if (!settling) return undefined;
    const timer = setTimeout(() => setSettling(false), SETTLING_MS);
    return () => clearTimeout(timer);
  }, [settling]);
  return settling;
}

function useVerifierOpening(orderNo: string) {
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const open = async () => {
    setWorking(true);
    setError(null);
    const back = orderNo === '' ? '/verify-id?returned=1' : `${buildOrderPath('/verify-id', orderNo)}&returned=1`;
    try {
      location.replace(await requestVerifierUrl(orderNo, back, getLocale()));
    } catch (failure) {
      setWorking(false);
      if (!(failure instanceof CallError && failure.handled)) setError(failure);
    }
  };
  return { working, error, open: () => void open() };
}
