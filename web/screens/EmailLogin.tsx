import './login.css';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { EmailForm } from '../features/login/EmailForm.tsx';
import { readLoginReturn } from '../features/session/session.ts';
import { useIsLoggedIn } from '../features/session/useIsLoggedIn.ts';
import { text } from '../i18n/text.ts';
import { Page } from '../ui/page/Page.tsx';
import { StepActions } from './StepActions.tsx';

/**
 * Login with an emailed code or a passkey; the first login by a code creates the account. All steps share one history entry,
 * which the requested page then replaces.
 */
export function EmailLogin() {
  const [, navigate] = useLocation();
  const loggedIn = useIsLoggedIn();
  useEffect(() => {
    // Requires a full page load: the requested page may have a different Content-Security-Policy.
    if (loggedIn) location.replace(readLoginReturn());
  }, [loggedIn]);
  return (
    <Page ownHeading actions={<StepActions />}>
      <h1 className="lead">{text('login.heading')}</h1>
      <p className="hint login-hint">{text('login.why')}</p>
      {!loggedIn && <EmailForm onSent={() => navigate('/verification-code', { replace: true })} />}
    </Page>
  );
}
