import './people.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Avatar } from '../../parts/Avatar.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Note } from '../../parts/Note.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { useEntered } from '../../person/entered.ts';
import { PushSwitch } from '../../push/PushSwitch.tsx';
import { ChangeRoles } from './ChangeRoles.tsx';
import { InviteForm } from './InviteForm.tsx';
import { LinkSignOn } from './LinkSignOn.tsx';
import { PersonAct } from './PersonAct.tsx';

type People = ConsoleCallData<'people'>;
type ShownPerson = People['persons'][number];

/** Keys, roles, and who waits for a second admin. */
export function Persons() {
  const { data, isError, isPending, refetch } = useConsoleQuery('people', {}, { topics: ['requests'] });
  const isAdmin = useEntered().person?.roles.includes('admin') ?? false;
  if (isError && !data) return <Failed onAskAgain={() => void refetch()} />;
  if (isPending) return <Skeleton rows={6} height={52} />;
  return (
    <div className="people-columns">
      <Card title="Who may" count={data.persons.length} flush>
        {data.isBroken && (
          <div className="people-note">
            <Note tone="bad">Statements about persons were taken out of the database. Nobody may do anything.</Note>
          </div>
        )}
        <ul className="people-list">
          {data.persons.map((person) => (
            <PersonRow key={person.keyId} person={person} isAdmin={isAdmin} />
          ))}
        </ul>
      </Card>
      <div className="people-side">
        {data.waiting.length > 0 && <Waiting waiting={data.waiting} isAdmin={isAdmin} />}
        {isAdmin && <InviteForm />}
        <Invited invitations={data.invitations} isAdmin={isAdmin} />
      </div>
    </div>
  );
}

function PersonRow({ person, isAdmin }: { readonly person: ShownPerson; readonly isAdmin: boolean }) {
  const { name, roles, keyId, credential, signOnIssuer, isRoot, lastSeen } = person;
  const me = useEntered().person?.name === name;
  const [open, setOpen] = useState(false);
  return (
    <li className="people-row">
      <Avatar name={name} />
      <div className="people-grow">
        <b>{name}</b> {me && <Tag tone="tide">you</Tag>} {isRoot && <Tag>named by the host</Tag>}
        <p className="second">{roles.join(', ')}</p>
        <p className="second">
          {credential === 'passkey' ? 'passkey' : 'key file'}{' '}
          <span className="mono" translate="no">
            {keyId.slice(0, 12)}…
          </span>
          , in the console {lastSeen === null ? 'never' : <Time iso={lastSeen} />}
        </p>
        {signOnIssuer !== null && <p className="second">Signs in with an account of {signOnIssuer} too</p>}
        {me && <PushSwitch />}
        {open && me && signOnIssuer === null && <LinkSignOn />}
        {open && signOnIssuer !== null && (
          <PersonAct
            saying={{ act: 'unlink-sign-on', arguments: { key: keyId } }}
            title={me ? 'Unlink my account' : `Unlink the account of ${name}`}
            effect="The account no longer signs in here. Its sessions end at once; the passkey stays valid."
            danger
            send={(statement) => consoleCall('sayOfPersons', { statement })}
          />
        )}
        {open && isAdmin && !me && <ChangeRoles name={name} keyId={keyId} roles={roles} />}
        {open && (
          <PersonAct
            saying={{ act: 'revoke', arguments: { key: keyId } }}
            title={me ? 'Give up my key' : `Take out the key of ${name}`}
            effect="The key is good no more, at once, and what it has asked for and is not done is refused."
            danger
            send={(statement) => consoleCall('sayOfPersons', { statement })}
          />
        )}
      </div>
      {(isAdmin || me) && (
        <Button size="small" kind="quiet" onClick={() => setOpen(!open)}>
          {open ? 'Not now' : 'Manage …'}
        </Button>
      )}
    </li>
  );
}

function Waiting({ waiting, isAdmin }: { readonly waiting: People['waiting']; readonly isAdmin: boolean }) {
  const me = useEntered().person?.name;
  return (
    <Card title="Waits for another admin" count={waiting.length} flush>
      <ul className="people-list">
        {waiting.map(({ statement, by, name, roles, keyId }) => (
          <li key={statement} className="people-row">
            <div className="people-grow">
              <b>{name}</b> as {roles.join(', ')}
              <p className="second">
                said by {by}; the key is{' '}
                <span className="mono people-key" translate="no">
                  {keyId}
                </span>
              </p>
              {isAdmin && by !== me && name !== me && (
                <PersonAct
                  saying={{ act: 'confirm', arguments: { statement } }}
                  title={`Say the same of ${name}`}
                  effect="Compare the key’s id with what they read to you, by voice. From then on they may."
                  send={(signed) => consoleCall('sayOfPersons', { statement: signed })}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Invited({ invitations, isAdmin }: { readonly invitations: People['invitations']; readonly isAdmin: boolean }) {
  if (invitations.length === 0) return null;
  return (
    <Card title="Invited" flush>
      <ul className="people-list">
        {invitations.map(({ name, roles, invitedBy, invitedAt, joinedAt, keyId, credential }) => (
          <li key={`${name} ${invitedAt}`} className="people-row">
            <div className="people-grow">
              <b>{name}</b> as {roles.join(', ')}
              <p className="second">
                by {invitedBy}, <Time iso={invitedAt} />
                {joinedAt === null ? ': has not joined yet' : ': has joined'}
              </p>
              {isAdmin && keyId !== null && credential !== null && (
                <>
                  <p className="second">
                    The key is{' '}
                    <span className="mono people-key" translate="no">
                      {keyId}
                    </span>
                  </p>
                  <PersonAct
                    saying={{ act: 'enrol', arguments: { name, roles, credential } }}
                    title={`Name ${name}`}
                    effect="Say it once they have read this id to you, by voice. Another admin says the same."
                    send={(statement) => consoleCall('sayOfPersons', { statement })}
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
