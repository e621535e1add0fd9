import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import { type FormEvent, useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Note } from '../../parts/Note.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { useAct } from '../../person/useAct.ts';
import { RoleChips } from './RoleChips.tsx';

/** A code for one new person. It gives no right by itself. */
export function InviteForm() {
  const act = useAct();
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const [why, setWhy] = useState('');
  const [fault, setFault] = useState<string>();
  const [invited, setInvited] = useState<ConsoleCallData<'invite'>>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '' || roles.length === 0 || why.trim() === '')
      return setFault('A name, what they may, and why: all three are kept.');
    setFault(undefined);
    const saying = { act: 'invite', arguments: { name: name.trim(), roles: [...roles] }, reason: why.trim() };
    setInvited(await act.say(saying, (statement) => consoleCall('invite', { statement })));
  }

  return (
    <Card title="Invite somebody">
      {invited ? (
        <div className="people-act">
          <Note tone="warn">
            Shown once, for {name} alone, by a way that nobody else reads. It is good for {invited.expiresInDays} days.
          </Note>
          <p className="people-key mono" translate="no">
            <span>{invited.joinUrl}</span>
            <CopyButton value={invited.joinUrl} label="Copy the invitation" />
          </p>
          <Button size="small" onClick={() => setInvited(undefined)}>
            Invite another one
          </Button>
        </div>
      ) : (
        <form className="people-act" onSubmit={(event) => void submit(event)}>
          <TextField label="Name, in small letters" value={name} onChange={setName} />
          <RoleChips roles={roles} onChange={setRoles} />
          <TextField label="Why, kept for ever" value={why} onChange={setWhy} error={fault} />
          <Button type="submit" kind="primary" working={act.working}>
            Make an invitation
          </Button>
          {act.error !== undefined && <Note tone="bad">{act.error}</Note>}
        </form>
      )}
    </Card>
  );
}
