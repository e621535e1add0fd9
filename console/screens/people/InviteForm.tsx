import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import { type FormEvent, useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { useSignedActions } from '../../person/useSignedActions.ts';
import { RoleChips } from './RoleChips.tsx';

/** Creates an invitation code for one new person. The code gives no right by itself. */
export function InviteForm() {
  const signing = useSignedActions();
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const [why, setWhy] = useState('');
  const [fault, setFault] = useState<string>();
  const [invited, setInvited] = useState<ConsoleCallData<'invite'>>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '' || roles.length === 0 || why.trim() === '')
      return setFault('Enter a username, select at least one role, and give a reason.');
    setFault(undefined);
    const content = { act: 'invite', arguments: { name: name.trim(), roles: [...roles] }, reason: why.trim() };
    setInvited(await signing.send(content, (statement) => consoleCall('invite', { statement })));
  }

  return (
    <Card title="Invite a person">
      {invited ? (
        <div className="people-act">
          <Note tone="warn">
            Shown only once. Send it to {name} over a private channel. It is valid for {invited.expiresInDays} days.
          </Note>
          <p className="people-key mono" translate="no">
            <span>{invited.joinUrl}</span>
            <CopyButton value={invited.joinUrl} label="Copy invite link" />
          </p>
          <Button size="small" onClick={() => setInvited(undefined)}>
            Invite another person
          </Button>
        </div>
      ) : (
        <form className="people-act" onSubmit={(event) => void submit(event)}>
          <TextField label="Username (lowercase)" value={name} onChange={setName} />
          <RoleChips roles={roles} onChange={setRoles} />
          <TextField
            label="Reason, recorded permanently in the audit trail"
            value={why}
            onChange={setWhy}
            error={fault}
          />
          <Button type="submit" kind="primary" working={signing.working}>
            Create invite
          </Button>
          {signing.error !== undefined && <Note tone="bad">{signing.error}</Note>}
        </form>
      )}
    </Card>
  );
}
