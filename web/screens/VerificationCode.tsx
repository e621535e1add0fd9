import './login.css';
import { useState } from 'react';
import { Redirect } from 'wouter';
import { CodeForm } from '../features/login/CodeForm.tsx';
import { getSentCode, type SentCode } from '../features/login/sentCode.ts';
import { readLoginReturn } from '../features/session/session.ts';
import { RichText } from '../i18n/RichText.tsx';
import { text } from '../i18n/text.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Page } from '../ui/page/Page.tsx';
import { StepActions } from './StepActions.tsx';

/** Asks for the emailed code, then returns to the page that required the login. */
export function VerificationCode() {
  const [sent, setSent] = useState<SentCode | null>(getSentCode);
  if (!sent) return <Redirect to="/email-login" replace />;
  return (
    <Page ownHeading actions={<StepActions />}>
      <h1 className="lead">{text('login.code_heading')}</h1>
      <p className="hint login-hint login-other">
        <span>
          <RichText of="login.code_sent" with={{ email: <b>{sent.email}</b> }} />
        </span>
        <ButtonLink href="/email-login" replace>
          {text('login.other_email')}
        </ButtonLink>
      </p>
      <CodeForm sent={sent} onResent={setSent} onLoggedIn={() => location.replace(readLoginReturn())} />
    </Page>
  );
}
