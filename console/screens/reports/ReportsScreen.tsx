import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { useNowSelector } from '../../api/useNow.ts';
import { useFrameState } from '../../app/frameState.ts';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { Chip, Chips } from '../../parts/tables/Chip.tsx';
import { DayReport } from './DayReport.tsx';
import { Declines } from './Declines.tsx';
import { Exports } from './Exports.tsx';
import { Funnel } from './Funnel.tsx';
import { Margin } from './Margin.tsx';
import { DAY_MS, formatPeriod, PERIOD_LENGTHS, type Period, parsePeriod } from './period.ts';
import './reports.css';
import { Spread } from './Spread.tsx';
import { Times } from './Times.tsx';
import { TrialBalance } from './TrialBalance.tsx';
import { Volumes } from './Volumes.tsx';

type ReportProps = { readonly period: Period };

const REPORTS = {
  margin: { title: 'Margin', Report: Margin },
  volumes: { title: 'Volumes', Report: Volumes },
  funnel: { title: 'Funnel', Report: Funnel },
  declines: { title: 'Declines', Report: Declines },
  spread: { title: 'Spread', Report: Spread },
  times: { title: 'Times', Report: Times },
  balance: { title: 'Trial balance', Report: TrialBalance },
  daily: { title: 'Daily report', Report: DayReport },
  exports: { title: 'Exports', Report: Exports },
} as const satisfies Readonly<Record<string, { title: string; Report: FunctionComponent<ReportProps> }>>;

type Name = keyof typeof REPORTS;

/** The reports. */
export default function ReportsScreen() {
  const { name = 'margin' } = useParams({ strict: false });
  const { days } = useSearch({ strict: false });
  const { updatedAt } = useFrameState();
  const navigate = useNavigate();
  const id: Name = name in REPORTS ? (name as Name) : 'margin';
  const { Report } = REPORTS[id];
  // Whole days, so that charts are not redrawn each second.
  const today = useNowSelector((now) => now - (now % DAY_MS));
  const period = parsePeriod(days, today);
  const daysParameter = days === undefined ? {} : { days };
  return (
    <>
      <ScreenHead
        title="Reports"
        aside={<LiveBadge updatedAt={updatedAt} />}
        lead={`${formatPeriod(period)}, whole days in UTC. Figures come from the ledger and from order events.`}
      />
      <Tabs
        label="Reports"
        tabs={Object.entries(REPORTS).map(([key, { title }]) => ({ id: key, title }))}
        value={id}
        onChange={(next) => void navigate({ to: `/reports/${next}`, search: daysParameter })}
      >
        <div className="stack">
          <Chips label="Period">
            {PERIOD_LENGTHS.map((length) => (
              <Chip
                key={length}
                on={period.days === length}
                onToggle={() => void navigate({ to: `/reports/${id}`, search: { days: String(length) } })}
              >
                {length === 1 ? 'Today' : `${length} days`}
              </Chip>
            ))}
          </Chips>
          <Report period={period} />
        </div>
      </Tabs>
    </>
  );
}
