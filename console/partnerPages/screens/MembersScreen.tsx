import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { SelectField } from '../../parts/fields/SelectField.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { memberCall, useMemberQuery } from '../api/memberCall.ts';
import { useLoggedInSession } from '../api/session.ts';
import { useChange } from '../api/useChange.ts';
import { PageHead } from '../app/PageHead.tsx';

type Members = PartnerPageCallData<'members'>;
type Role = Members['members'][number]['role'];

const ROLES: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'developer', label: 'Developer: everything except members' },
  { value: 'owner', label: 'Owner: everything' },
];

/** The people of the partner; owners invite and remove them. */
export function MembersScreen() {
  const { member, partner } = useLoggedInSession();
  const { data, isError, isPending, error, refetch } = useMemberQuery('members', {});
  const mayChange = member.role === 'owner' && partner.enabled;
  return (
    <>
      <PageHead title="Members" lead="People of your company who can log in here." />
      {isError && <LoadErrorNote onRetry={() => void refetch()}>{error.message}</LoadErrorNote>}
      {isPending && <Skeleton rows={4} />}
      {data && (
        <div className="pages-columns">
          <MemberList data={data} mayChange={mayChange} />
          {mayChange ? (
            <InvitationCard invitations={data.invitations} />
          ) : (
            <Note>Owners invite and remove members.</Note>
          )}
        </div>
      )}
    </>
  );
}

function MemberList({ data, mayChange }: { readonly data: Members; readonly mayChange: boolean }) {
  const { working, error, change } = useChange();
  const [chosen, setChosen] = useState<string>();
  const isOnlyOwner = data.members.filter(({ role }) => role === 'owner').length === 1;
  return (
    <Card title="Members" count={data.members.length} flush>
      {error !== undefined && <Note tone="bad">{error}</Note>}
      <ul className="pages-list">
        {data.members.map(({ id, name, email, role, joinedAt, lastUsedAt, isYou }) => (
          <li key={id}>
            <div>
              <b>{name}</b> {isYou && <span className="second">(you)</span>}
              <p className="second">{email}</p>
              <p className="second">
                joined <Time iso={joinedAt} />
                {lastUsedAt !== null && (
                  <>
                    , last login <Time iso={lastUsedAt} />
                  </>
                )}
              </p>
            </div>
            <div className="pages-acts">
              <Tag tone={role === 'owner' ? 'good' : 'plain'}>{role === 'owner' ? 'Owner' : 'Developer'}</Tag>
              {mayChange && chosen !== id && !(role === 'owner' && isOnlyOwner) && (
                <Button size="small" onClick={() => setChosen(id)}>
                  Remove
                </Button>
              )}
              {mayChange && chosen === id && (
                <>
                  <Button
                    size="small"
                    kind="danger"
                    working={working === id}
                    onClick={() => void change(id, () => memberCall('removeMember', { id }))}
                  >{`Remove ${name}`}</Button>
                  <Button size="small" onClick={() => setChosen(undefined)}>
                    Keep
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function InvitationCard({ invitations }: Pick<Members, 'invitations'>) {
  const { working, error, change } = useChange();
  const [role, setRole] = useState<Role>('developer');
  const [link, setLink] = useState<string>();
  const invite = async () => {
    const created = await memberCall('inviteMember', { role });
    setLink(created.link);
  };
  return (
    <Card title="Invitations" count={invitations.length}>
      <div className="pages-form">
        <SelectField
          label="Role"
          options={ROLES}
          value={role}
          onChange={(value) => setRole(value === 'owner' ? 'owner' : 'developer')}
        />
        <Button kind="primary" working={working === 'invite'} onClick={() => void change('invite', invite)}>
          Create invitation
        </Button>
        {link !== undefined && (
          <Note tone="good">
            Send this link to the person. It is valid once, for three days, and is not shown again.
            <span className="pages-link">
              <span className="mono" translate="no">
                {link}
              </span>
              <CopyButton value={link} label="Copy invitation link" />
            </span>
          </Note>
        )}
        {error !== undefined && <Note tone="bad">{error}</Note>}
      </div>
      {invitations.length === 0 && <EmptyState>No open invitations.</EmptyState>}
      <ul className="pages-list">
        {invitations.map(({ id, role: invited, expiresAt }) => (
          <li key={id}>
            <div>
              {invited === 'owner' ? 'Owner' : 'Developer'}
              <p className="second">
                expires <Time iso={expiresAt} />
              </p>
            </div>
            <Button
              size="small"
              working={working === id}
              onClick={() => void change(id, () => memberCall('removeMember', { id }))}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
