import { Card } from '../../parts/Card.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { Money } from '../../parts/Money.tsx';
import { Note } from '../../parts/Note.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import type { TreasuryData } from './TreasuryScreen.tsx';

const STATES = {
  signs: { word: 'Signs', tone: 'good' },
  stopped: { word: 'Stopped', tone: 'bad' },
  unknown: { word: 'Not known', tone: 'plain' },
} as const;

/** What the database says of the signer; its limits and its stop lie on its own machine. */
export function SignerCard({ signer }: { readonly signer: TreasuryData['signer'] }) {
  const { state, says, signedHour, signedDay, largestDay, lastSignedAt } = signer;
  const { word, tone } = STATES[state];
  return (
    <Card title="Signer" aside={<Tag tone={tone}>{word}</Tag>}>
      <KeyValues
        rows={[
          { label: 'Signed in the last hour', value: <Money amount={signedHour.sum.amount} code="EUR" /> },
          { label: 'In the last 24 hours', value: <Money amount={signedDay.sum.amount} code="EUR" /> },
          { label: 'Largest order of them', value: <Money amount={largestDay.amount} code="EUR" /> },
          { label: 'Last signed', value: lastSignedAt ? <Time iso={lastSignedAt} /> : 'not in 24 hours' },
        ]}
      />
      <Note tone={state === 'stopped' ? 'bad' : 'plain'}>
        {says} Its limits, and the file by which a person stops it, lie on its own machine.
      </Note>
    </Card>
  );
}
