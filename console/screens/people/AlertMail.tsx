import { formatAlertAddress } from '@slipway/contract/statements/alertAddress.ts';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { computeSha256 } from '../../person/computeSha256.ts';
import { RequestOutcome } from '../../person/RequestOutcome.tsx';
import { generateNonce } from '../../person/signStatement.ts';
import { type OperatorRequest, useSignedActions } from '../../person/useSignedActions.ts';

type AlertMailProps = { readonly name: string; readonly isMe: boolean; readonly hasAlertMail: boolean };

/** Changes or removes the email address at which a person gets alerts. The signed statement contains only a salted hash of it. */
export function AlertMail({ name, isMe, hasAlertMail }: AlertMailProps) {
  const signing = useSignedActions();
  const [mail, setMail] = useState('');
  const [why, setWhy] = useState('');
  const [faults, setFaults] = useState<{ readonly mail?: string; readonly why?: string }>({});
  const [requested, setRequested] = useState<OperatorRequest>();

  async function submit(isRemoval: boolean) {
    const found = {
      ...(!isRemoval && !/^\S+@\S+\.\S+$/.test(mail.trim()) && { mail: 'Enter an email address.' }),
      ...(why.trim() === '' && { why: 'Enter a reason. It is recorded in the audit trail.' }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const request = isRemoval ? await signing.requestAction(buildRequest(''), why.trim()) : await send();
    if (!request) return;
    setRequested(request);
    setMail('');
    setWhy('');
  }

  async function send() {
    const address = { mail: mail.trim(), salt: generateNonce() };
    const { act, ...arguments_ } = buildRequest(await computeSha256(formatAlertAddress(address)));
    return signing.send({ act, arguments: arguments_, reason: why.trim() }, (statement) =>
      consoleCall('requestAlertAddress', { statement, address }),
    );
  }

  function buildRequest(hash: string) {
    return { act: 'reach', action: 'reach', subject: name, input: { hash } };
  }

  if (requested) return <RequestOutcome request={requested} onAgain={() => setRequested(undefined)} />;
  return (
    <form
      className="people-act"
      aria-label={isMe ? 'My email address for alerts' : `Email address for alerts to ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(false);
      }}
    >
      <p className="second">
        {hasAlertMail
          ? 'Alerts are sent to an email address. A new one replaces it.'
          : 'No email address for alerts is set.'}{' '}
        The address is not in the audit trail.
      </p>
      <TextField
        label="Email address for alerts"
        inputMode="email"
        value={mail}
        onChange={setMail}
        error={faults.mail}
      />
      <TextField label="Reason, recorded in the audit trail" value={why} onChange={setWhy} error={faults.why} />
      <div className="people-buttons">
        <Button type="submit" working={signing.working}>
          Save address
        </Button>
        {hasAlertMail && (
          <Button kind="danger" working={signing.working} onClick={() => void submit(true)}>
            Remove address
          </Button>
        )}
      </div>
      {signing.error !== undefined && <Note tone="bad">{signing.error}</Note>}
    </form>
  );
}
