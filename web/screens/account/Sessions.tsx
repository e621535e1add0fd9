import { CallError } from '../../api/callError.ts';
import { MenuButton } from '../../features/menu/MenuButton.tsx';
import { canUsePasskeys } from '../../features/passkeys/passkey.ts';
import { LoginRows } from '../../features/sessions/LoginRows.tsx';
import { PasskeyRows } from '../../features/sessions/PasskeyRows.tsx';
import { SessionRows } from '../../features/sessions/SessionRows.tsx';
import { useSessions } from '../../features/sessions/sessionQueries.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Ring } from '../../ui/progress/Ring.tsx';
import { AccountSection } from './AccountSection.tsx';
import './accountPages.css';

/** Sessions: the buyer's sessions, passkeys, and successful and failed logins. */
export function Sessions() {
  const lists = useSessions();
  const failed = !lists.data && lists.isError && !(lists.error instanceof CallError && lists.error.handled);
  const canAdd = lists.data?.passkeysOffered === true && canUsePasskeys();
  return (
    <Page layout="wide" actions={<MenuButton />}>
      {failed && (
        <EmptyState
          message={errorText(lists.error)}
          action={text('ui.try_again')}
          onAction={() => void lists.refetch()}
        />
      )}
      {!failed && !lists.data && (
        <div className="account-waiting" aria-busy="true">
          <output className="unseen">{text('ui.loading')}</output>
          <Ring size={28} turning />
        </div>
      )}
      {lists.data && (
        <>
          <AccountSection title={text('sessions.here')}>
            {(id) => <SessionRows sessions={lists.data.sessions} labelledBy={id} />}
          </AccountSection>
          {(canAdd || lists.data.passkeys.length > 0) && (
            <AccountSection title={text('passkeys.title')}>
              {(id) => <PasskeyRows passkeys={lists.data.passkeys} canAdd={canAdd} labelledBy={id} />}
            </AccountSection>
          )}
          {lists.data.logins.length > 0 && (
            <AccountSection title={text('sessions.logins')}>
              {(id) => <LoginRows logins={lists.data.logins} labelledBy={id} />}
            </AccountSection>
          )}
        </>
      )}
    </Page>
  );
}
