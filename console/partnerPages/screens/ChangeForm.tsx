import { type ChangeKind, changeKinds } from '@slipway/contract/entities/partnerPages.ts';
import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { formatChangeKind } from '../../parts/partners/changeRequestLabels.ts';
import { memberCall } from '../api/memberCall.ts';
import { useChange } from '../api/useChange.ts';

type Settings = PartnerPageCallData<'overview'>;

/** The field and the present value of each kind of change that needs a value. */
const FIELDS: {
  readonly [Kind in ChangeKind]?: { readonly label: string; readonly present: (settings: Settings) => string };
} = {
  origins: {
    label: 'All allowed origins, separated by spaces',
    present: ({ origins }) => origins.join(' '),
  },
  redirects: {
    label: 'All redirect origins, separated by spaces',
    present: ({ redirects }) => redirects.join(' '),
  },
  webhookUrl: { label: 'Webhook address', present: ({ webhookUrl }) => webhookUrl ?? '' },
  share: { label: 'Share of the amount paid, in percent', present: ({ share }) => share },
};

const OPTIONS = changeKinds.map((kind) => ({ value: kind, label: formatChangeKind(kind) }));

type ChangeFormProps = { readonly settings: Settings; readonly operatorName: string };

/** Requests one change. The operator decides it. */
export function ChangeForm({ settings, operatorName }: ChangeFormProps) {
  const { working, error, change } = useChange();
  const [kind, setKind] = useState<ChangeKind>();
  const [text, setText] = useState('');
  const [sent, setSent] = useState(false);
  const field = kind && FIELDS[kind];

  function choose(value: string) {
    const chosen = changeKinds.find((one) => one === value);
    setKind(chosen);
    setText((chosen && FIELDS[chosen]?.present(settings)) ?? '');
    setSent(false);
  }

  async function send(requested: ChangeKind) {
    const values = field ? text.split(/\s+/).filter((value) => value !== '') : [];
    setSent(await change('send', () => memberCall('requestChange', { kind: requested, values })));
  }

  return (
    <Card title="Request a change">
      <div className="pages-form">
        <SelectField label="Change" options={OPTIONS} value={kind} onChange={choose} />
        {field && <TextField label={field.label} value={text} was={field.present(settings)} lines onChange={setText} />}
        {kind !== undefined && !field && (
          <p className="second">
            The previous key or secret stays valid for a day after {operatorName} has created the new one.
          </p>
        )}
        <Button
          kind="primary"
          working={working === 'send'}
          {...(kind === undefined && { refused: 'Choose what to change first.' })}
          onClick={() => kind !== undefined && void send(kind)}
        >
          Send request
        </Button>
        {sent && <Note tone="good">Sent. {operatorName} decides it; the state is in the list of requests.</Note>}
        {error !== undefined && <Note tone="bad">{error}</Note>}
      </div>
    </Card>
  );
}
