import './reconciliation.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useParams } from '@tanstack/react-router';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { useCalmRows } from '../../api/useCalmRows.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrame } from '../../app/frameState.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Dot } from '../../parts/Dot.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { ListNews } from '../../parts/ListNews.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { Money } from '../../parts/Money.tsx';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Scrolls } from '../../parts/Scrolls.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { clockTime } from '../../parts/timeWords.ts';
import { agreementWords } from './agreementWords.ts';
import { DifferenceCard } from './DifferenceCard.tsx';
import { useOwnCheck } from './useOwnCheck.ts';

export type ReconciliationData = ConsoleCallData<'reconciliation'>;
type Place = ReconciliationData['places'][number];
type Line = Place['lines'][number];

const NO_DIFFERENCES: ReconciliationData['differences'] = [];
const idOf = ({ id }: { readonly id: number }) => String(id);

/** Does everybody's book agree? */
export default function ReconciliationScreen() {
  const { place } = useParams({ strict: false }) as { place?: string };
  const { heardAt } = useFrame();
  const page = useConsoleQuery('reconciliation', {}, { topics: ['differences', 'requests'] });
  const { data } = page;
  const check = useOwnCheck(data?.running ?? false);
  const calm = useCalmRows(data?.differences ?? NO_DIFFERENCES, idOf, String(check.ended));
  const asked = async () => {
    await page.refetch();
    check.ask();
  };
  return (
    <>
      <ScreenHead
        title="Reconciliation"
        lead={data && <Lead page={data} />}
        aside={
          <>
            <LiveBadge heardAt={heardAt} />
            {data?.nextAt && <span className="num">next {clockTime(new Date(data.nextAt))}</span>}
            {data && <CheckNow running={data.running} onAsked={() => void asked()} />}
          </>
        }
      />
      {page.isError && <Failed asOf={data?.now} onAskAgain={() => void page.refetch()} />}
      {!data && page.isPending && <Skeleton rows={10} height={36} />}
      {data && (
        <div className="books" data-greyed={page.isError ? '' : undefined}>
          <Card flush label="Both books by place">
            {data.places.length === 0 ? (
              <Empty>No place was compared yet: a worker does it every three minutes.</Empty>
            ) : (
              <Places places={data.places} />
            )}
          </Card>
          <ListNews fresh={calm.fresh} gone={calm.gone} goneWord="gone" onShow={calm.show} />
          {calm.rows
            .toSorted((a, b) => Number(b.place === place) - Number(a.place === place))
            .map((difference) => (
              <DifferenceCard key={difference.id} difference={difference} many={calm.rows.length > 1} />
            ))}
        </div>
      )}
    </>
  );
}

function Lead({ page }: { readonly page: ReconciliationData }) {
  const { differ, agree, halted } = agreementWords(page);
  return (
    <>
      {differ !== '' && <b className="bad">{differ} </b>}
      {agree} {halted}
    </>
  );
}

/** A worker does it: the page says when it has. */
function CheckNow({ running, onAsked }: { readonly running: boolean; readonly onAsked: () => void }) {
  const [fault, setFault] = useState(false);
  const ask = async () => {
    try {
      await consoleCall('checkNow', {});
      setFault(false);
      onAsked();
    } catch {
      setFault(true);
    }
  };
  return (
    <>
      {fault && <Note tone="bad">It could not be asked for. Nothing has changed: try again.</Note>}
      <Button
        icon={<RefreshCw size={15} strokeWidth={2} aria-hidden="true" />}
        working={running}
        onClick={() => void ask()}
      >
        Check now
      </Button>
    </>
  );
}

function Places({ places }: { readonly places: readonly Place[] }) {
  return (
    <Scrolls label="Places">
      <table className="books-table">
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col" className="books-ledger">
              Our ledger then
            </th>
            <th scope="col">Theirs</th>
            <th scope="col">Difference</th>
            <th scope="col" className="books-text">
              Read
            </th>
          </tr>
        </thead>
        <tbody>
          {places.flatMap((place) =>
            place.lines.length === 0
              ? [<BareRow key={place.place} place={place} />]
              : place.lines.map((line) => <LineRow key={`${place.place} ${line.unit}`} place={place} line={line} />),
          )}
        </tbody>
      </table>
    </Scrolls>
  );
}

function LineRow({ place, line }: { readonly place: Place; readonly line: Line }) {
  const { unit, ledger, theirs, difference, state, halted } = line;
  return (
    <tr data-state={state === 'open' ? 'open' : undefined}>
      <th scope="row">
        <b>{unit}</b> <span className="second">{place.name}</span>{' '}
        {halted && (
          <Tag tone="bad" small>
            Halted
          </Tag>
        )}
        {state === 'pending' && (
          <Tag tone="plain" small>
            has its time
          </Tag>
        )}
        {state === 'accepted' && (
          <Tag tone="warn" small>
            accepted
          </Tag>
        )}
      </th>
      <td className="books-ledger">
        <Money amount={ledger} />
      </td>
      <td>
        <Money amount={theirs} />
      </td>
      <td className={state === 'open' ? 'bad' : undefined}>
        <Money amount={difference} />
      </td>
      <Read place={place} />
    </tr>
  );
}

function BareRow({ place }: { readonly place: Place }) {
  return (
    <tr>
      <th scope="row">
        <span className="second">{place.name}</span>
      </th>
      <td colSpan={3} className="second">
        nothing lies there
      </td>
      <Read place={place} />
    </tr>
  );
}

function Read({ place: { readAt, failures, failure } }: { readonly place: Place }) {
  return (
    <td className="books-text second">
      {failures > 0 && (
        <span className="warn" title={failure ?? undefined}>
          <Dot state="warn" label="not read" /> {failures} {failures === 1 ? 'try' : 'tries'} failed,{' '}
        </span>
      )}
      {readAt ? <Time iso={readAt} /> : 'never'}
    </td>
  );
}
