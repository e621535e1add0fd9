import { Card } from '../../parts/Card.tsx';
import { HealthStrip } from '../../parts/charts/HealthStrip.tsx';
import { Dot } from '../../parts/Dot.tsx';
import type { TodayData } from './TodayScreen.tsx';

/** The state of all dependencies, from the database. */
export function HealthCard({ health }: { readonly health: TodayData['health'] }) {
  return (
    <Card title="Health" aside="last 60 minutes">
      <ul className="health">
        {health.map(({ name, state, summary, strip }) => (
          <li key={name} data-state={state}>
            <Dot state={state} label={state} />
            <span>{name}</span>
            <span className="health-summary">{summary}</span>
            {strip.length > 0 && (
              <HealthStrip
                label={`${name}, in 5-minute steps: ${strip.map((intervalState) => (intervalState === 'none' ? 'not queried' : intervalState)).join(', ')}`}
                states={strip.map((intervalState) => (intervalState === 'none' ? 'unknown' : intervalState))}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
