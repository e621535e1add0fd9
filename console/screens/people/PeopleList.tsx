import './people.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Avatar } from '../../parts/values/Avatar.tsx';
import { useLoginState } from '../../person/loginState.ts';
import { PushSwitch } from '../../push/PushSwitch.tsx';
import { AlertMail } from './AlertMail.tsx';
import { ChangeRolesForm } from './ChangeRolesForm.tsx';
import { InviteForm } from './InviteForm.tsx';
import { LinkIdentityProviderButton } from './LinkIdentityProviderButton.tsx';
import { PersonActionForm } from './PersonActionForm.tsx';

type PeopleData = ConsoleCallData<'people'>;
type PersonData = PeopleData['persons'][number];

/** The team with their keys and roles, the changes that wait for a second admin, and the invitations. */
export function PeopleList() {
  const { data, isError, isPending, refetch } = useConsoleQuery('people', {}, { topics: ['requests', 'people'] });
  const isAdmin = useLoginState().person?.roles.includes('admin') ?? false;
  if (isError && !data) return <LoadErrorNote onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton rows={6} height={52} />;
  return (
    <div className="people-columns">
      <Card title="Team" count={data.persons.length} flush>
        {data.isBroken && (
          <div className="people-note">
            <Note tone="bad">Signed statements about people are missing from the database. No one can act.</Note>
          </div>
        )}
        <ul className="people-list">
          {data.persons.map((person) => (
            <PersonRow key={person.keyId} person={person} isAdmin={isAdmin} />
          ))}
        </ul>
      </Card>
      <div className="people-side">
        {data.waiting.length > 0 && <PendingConfirmations waiting={data.waiting} isAdmin={isAdmin} />}
        {isAdmin && <InviteForm />}
        <Invitations invitations={data.invitations} isAdmin={isAdmin} />
      </div>
    </div>
  );
}

function PersonRow({ person, isAdmin }: { readonly person: PersonData; readonly isAdmin: boolean }) {
  const { name, roles, keyId, credential, signOnIssuer, isRoot, hasAlertMail, lastSeen } = person;
  const me = useLoginState().person?.name === name;
  const [open, setOpen] = useState(false);
  return (
    <li className="people-row">
      <Avatar name={name} />
      <div className="people-grow">
        <b>{name}</b> {me && <Tag tone="tide">you</Tag>} {isRoot && <Tag>root admin</Tag>}
        <p className="second">{roles.join(', ')}</p>
        <p className="second">
          {credential === 'passkey' ? 'passkey' : 'key file'}{' '}
          <span className="mono" translate="no">
            {keyId.slice(0, 12)}…
          </span>
          ,{' '}
          {lastSeen === null ? (
            'never signed in'
          ) : (
            <>
              last seen <Time iso={lastSeen} />
            </>
          )}
        </p>
        {signOnIssuer !== null && <p className="second">Also signs in with an account at {signOnIssuer}</p>}
        {me && <PushSwitch />}
        {open && <AlertMail name={name} isMe={me} hasAlertMail={hasAlertMail} />}
        {open && me && signOnIssuer === null && <LinkIdentityProviderButton />}
        {open && signOnIssuer !== null && (
          <PersonActionForm
            content={{ act: 'unlink-sign-on', arguments: { key: keyId } }}
            title={me ? 'Unlink my account' : `Unlink the account of ${name}`}
            effect="The account can no longer sign in here. Its sessions end immediately; the passkey stays valid."
            danger
            send={(statement) => consoleCall('signPersonStatement', { statement })}
          />
        )}
        {open && isAdmin && !me && <ChangeRolesForm name={name} keyId={keyId} roles={roles} />}
        {open && (
          <PersonActionForm
            content={{ act: 'revoke', arguments: { key: keyId } }}
            title={me ? 'Revoke my access' : `Revoke access for ${name}`}
            effect="Access ends immediately. Requests that were signed with the key and are not executed yet are refused."
            danger
            send={(statement) => consoleCall('signPersonStatement', { statement })}
          />
        )}
      </div>
      {(isAdmin || me) && (
        <Button size="small" kind="quiet" onClick={() => setOpen(!open)}>
          {open ? 'Close' : 'Manage…'}
        </Button>
      )}
    </li>
  );
}

function PendingConfirmations({
  waiting,
  isAdmin,
}: {
  readonly waiting: PeopleData['waiting'];
  readonly isAdmin: boolean;
}) {
  const me = useLoginState().person?.name;
  return (
    <Card title="Waiting for another admin" count={waiting.length} flush>
      <ul className="people-list">
        {waiting.map(({ statement, by, name, roles, keyId }) => (
          <li key={statement} className="people-row">
            <div className="people-grow">
              <b>{name}</b> as {roles.join(', ')}
              <p className="second">
                requested by {by}; key ID{' '}
                <span className="mono people-key" translate="no">
                  {keyId}
                </span>
              </p>
              {isAdmin && by !== me && name !== me && (
                <PersonActionForm
                  content={{ act: 'confirm', arguments: { statement } }}
                  title={`Confirm ${name}`}
                  effect="Compare the key ID with the one that they read to you by voice. Confirming gives them these roles."
                  send={(signed) => consoleCall('signPersonStatement', { statement: signed })}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Invitations({
  invitations,
  isAdmin,
}: {
  readonly invitations: PeopleData['invitations'];
  readonly isAdmin: boolean;
}) {
  if (invitations.length === 0) return null;
  return (
    <Card title="Invitations" flush>
      <ul className="people-list">
        {invitations.map(({ name, roles, invitedBy, invitedAt, joinedAt, keyId, credential }) => (
          <li key={`${name} ${invitedAt}`} className="people-row">
            <div className="people-grow">
              <b>{name}</b> as {roles.join(', ')}
              <p className="second">
                by {invitedBy}, <Time iso={invitedAt} />
                {joinedAt === null ? ': not joined yet' : ': joined'}
              </p>
              {isAdmin && keyId !== null && credential !== null && (
                <>
                  <p className="second">
                    Key ID{' '}
                    <span className="mono people-key" translate="no">
                      {keyId}
                    </span>
                  </p>
                  <PersonActionForm
                    content={{ act: 'enrol', arguments: { name, roles, credential } }}
                    title={`Register ${name}`}
                    effect="Register the key only after they have read this ID to you by voice. A second admin must confirm it."
                    send={(statement) => consoleCall('signPersonStatement', { statement })}
                  />
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
