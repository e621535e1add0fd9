import { useNavigate, useParams } from '@tanstack/react-router';
import { useFrame } from '../../app/frameState.ts';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { Audit } from './Audit.tsx';
import { Persons } from './Persons.tsx';
import { Requests } from './Requests.tsx';
import { RightsTable } from './RightsTable.tsx';
import { Sessions } from './Sessions.tsx';

const PARTS = {
  persons: { title: 'Persons', Part: Persons },
  roles: { title: 'Roles', Part: RightsTable },
  requests: { title: 'Requests', Part: Requests },
  sessions: { title: 'Sessions', Part: Sessions },
  audit: { title: 'Audit', Part: Audit },
} as const;

type PartId = keyof typeof PARTS;

/** Who may, who did? */
export default function PeopleScreen() {
  const { part = 'persons' } = useParams({ strict: false });
  const navigate = useNavigate();
  const { heardAt } = useFrame();
  const id: PartId = part in PARTS ? (part as PartId) : 'persons';
  const { Part } = PARTS[id];
  return (
    <>
      <ScreenHead
        title="People"
        aside={<LiveBadge heardAt={heardAt} />}
        lead="Whoever may act here has signed for it, and what was done stays written."
      />
      <Tabs
        label="People"
        tabs={Object.entries(PARTS).map(([key, { title }]) => ({ id: key, title }))}
        value={id}
        onChange={(next) => void navigate({ to: `/people/${next}` })}
      >
        <Part />
      </Tabs>
    </>
  );
}
