import './login.css';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { EmailForm } from '../features/login/EmailForm.tsx';
import { loginReturn } from '../features/session/session.ts';
import { useIsLoggedIn } from '../features/session/useIsLoggedIn.ts';
import { text } from '../i18n/text.ts';
import { Page } from '../ui/Page.tsx';
import { StepActions } from './StepActions.tsx';

/** Login by a code that is sent by e-mail; the first login makes the account. All of it is one entry of the history, which the wanted page then takes. */
export function EmailLogin() {
  const [, navigate] = useLocation();
  const loggedIn = useIsLoggedIn();
  useEffect(() => {
    // A full load: the wanted page may have a browser policy of its own.
    if (loggedIn) location.replace(loginReturn());
  }, [loggedIn]);
  return (
    <Page ownHeading actions={<StepActions />}>
      <h1 className="lead">{text('login.heading')}</h1>
      <p className="hint login-hint">{text('login.why')}</p>
      {!loggedIn && <EmailForm onSent={() => navigate('/verification-code', { replace: true })} />}
    </Page>
  );
}
