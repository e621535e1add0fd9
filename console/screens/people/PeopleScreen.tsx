import { useNavigate, useParams } from '@tanstack/react-router';
import { useFrameState } from '../../app/frameState.ts';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { Audit } from './Audit.tsx';
import { DutyRoster } from './DutyRoster.tsx';
import { PeopleList } from './PeopleList.tsx';
import { Requests } from './Requests.tsx';
import { RightsTable } from './RightsTable.tsx';
import { Sessions } from './Sessions.tsx';

const TABS = {
  persons: { title: 'Team', Part: PeopleList },
  roles: { title: 'Roles', Part: RightsTable },
  duty: { title: 'On duty', Part: DutyRoster },
  requests: { title: 'Requests', Part: Requests },
  sessions: { title: 'Sessions', Part: Sessions },
  audit: { title: 'Audit', Part: Audit },
} as const;

type TabId = keyof typeof TABS;

/** People, duty, requests, rights, sessions and the audit trail. */
export default function PeopleScreen() {
  const { part = 'persons' } = useParams({ strict: false });
  const navigate = useNavigate();
  const { updatedAt } = useFrameState();
  const id: TabId = part in TABS ? (part as TabId) : 'persons';
  const { Part } = TABS[id];
  return (
    <>
      <ScreenHead
        title="People"
        aside={<LiveBadge updatedAt={updatedAt} />}
        lead="Access is granted by signed approvals; all actions are logged."
      />
      <Tabs
        label="People"
        tabs={Object.entries(TABS).map(([key, { title }]) => ({ id: key, title }))}
        value={id}
        onChange={(next) => void navigate({ to: `/people/${next}` })}
      >
        <Part />
      </Tabs>
    </>
  );
}
