import UserRoundSearch from 'lucide-react/icons/user-round-search';
import { IdentityRing } from '../../features/identity/IdentityRing.tsx';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StepActions } from '../StepActions.tsx';
import './kycStatus.css';

/** Shown while the buyer's details or document are under review; the parent screen continues by itself. */
export function UnderReview() {
  return (
    <Page
      ownHeading
      title={text('title.kyc_status')}
      actions={<StepActions />}
      foot={
        <ButtonLink kind="ghost" href="/my-orders">
          {text('menu.orders')}
        </ButtonLink>
      }
    >
      <div className="kyc-status">
        <IdentityRing turning>
          <UserRoundSearch size={38} strokeWidth={1.5} />
        </IdentityRing>
        <div aria-live="polite">
          <h1 className="lead">{text('kycStatus.review')}</h1>
          <p className="hint">{text('kycStatus.review_detail')}</p>
        </div>
      </div>
    </Page>
  );
}
