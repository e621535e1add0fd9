import './buyers.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrame } from '../../app/frameState.ts';
import { DeskBar } from '../../desk/DeskBar.tsx';
import { Looking } from '../../desk/Looking.tsx';
import { Notes } from '../../desk/Notes.tsx';
import { Card } from '../../parts/Card.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { type KeyValue, KeyValues } from '../../parts/KeyValues.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { Money } from '../../parts/Money.tsx';
import { OrderNumber } from '../../parts/OrderNumber.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { Waterline } from '../../parts/Waterline.tsx';
import { Ways } from '../../parts/Ways.tsx';
import { AskForm } from '../../person/AskForm.tsx';
import { useEntered } from '../../person/entered.ts';
import { Reveal } from '../../person/Reveal.tsx';
import { levelWords } from './levelWords.ts';

type Buyer = ConsoleCallData<'buyer'>;

/** Who is this, what have they done? */
export default function BuyerScreen() {
  const { id = '' } = useParams({ strict: false });
  const { heardAt } = useFrame();
  const asked = useConsoleQuery('buyer', { id }, { topics: ['orders', 'alerts'] });
  const { data: buyer } = asked;
  return (
    <>
      <ScreenHead
        title={buyer?.name ?? 'Buyer'}
        above={<Link to="/buyers">Buyers</Link>}
        beside={
          buyer && (
            <>
              <Tag tone={buyer.level === 2 ? 'good' : 'plain'}>{levelWords(buyer.level)}</Tag>
              {buyer.closedAt !== null && <Tag>closed</Tag>}
            </>
          )
        }
        aside={
          <>
            {buyer && <Looking key={buyer.id} subject={`buyer:${buyer.id}`} />}
            <LiveBadge heardAt={heardAt} />
          </>
        }
        lead={
          buyer && (
            <>
              {buyer.orderCount === 1 ? '1 order' : `${buyer.orderCount} orders`}, account since{' '}
              <Time iso={buyer.createdAt} />.
            </>
          )
        }
      />
      {asked.isError && <Failed onAskAgain={() => void asked.refetch()}>{asked.error.message}</Failed>}
      {asked.isPending && <Skeleton rows={10} />}
      {buyer && <BuyerCards buyer={buyer} />}
    </>
  );
}

function BuyerCards({ buyer }: { readonly buyer: Buyer }) {
  return (
    <div className="buyer-columns">
      <div className="buyer-main">
        <RunningTotal total={buyer.total} />
        <div className="buyer-pair">
          <Card title="Said">
            <KeyValues
              rows={[
                {
                  label: 'E-mail',
                  value: <Personal masked={buyer.mail} field={{ about: 'buyer', subject: buyer.id, field: 'mail' }} />,
                },
                ...buyer.details.map(lineOf),
              ]}
            />
          </Card>
          <Card title="Verified">
            <KeyValues rows={buyer.verified.map(lineOf)} />
          </Card>
        </div>
        <Orders buyer={buyer} />
        <Letters letters={buyer.letters} />
      </div>
      <div className="buyer-side">
        <DeskBar key={buyer.id} subject={`buyer:${buyer.id}`} />
        <Card title="Account">
          <KeyValues
            rows={[
              {
                label: 'Account',
                value: (
                  <span className="buyer-id mono">
                    {buyer.id} <CopyButton value={buyer.id} label="Copy account" />
                  </span>
                ),
              },
              { label: 'Through', value: buyer.partner === '0' ? 'own page' : buyer.partner },
              { label: 'Sessions open', value: buyer.sessions.open },
              { label: 'Logged in, 30 days', value: buyer.sessions.since30Days },
              {
                label: 'Last seen',
                value: buyer.sessions.lastAt === null ? '–' : <Time iso={buyer.sessions.lastAt} />,
              },
            ]}
          />
        </Card>
        <Linked linked={buyer.linked} />
        <Questions reviews={buyer.reviews} />
        <Acts decisions={buyer.decisions} version={versionOf(buyer)} />
        <Notes subject={`buyer:${buyer.id}`} />
      </div>
    </div>
  );
}

function lineOf({ name, value, tone, reveal }: Buyer['details'][number]): KeyValue {
  return {
    key: name,
    label: name,
    value: reveal ? <Reveal masked={value} field={reveal} /> : momentOr(value),
    ...(tone !== 'plain' && { tone }),
  };
}

function momentOr(text: string): ReactNode {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? <Time iso={text} /> : text;
}

/** With "Show" for those whose work it is. */
function Personal({ masked, field }: Parameters<typeof Reveal>[0]) {
  const { person } = useEntered();
  const sees = person?.roles.some((role) => role === 'support' || role === 'compliance') ?? false;
  return sees ? <Reveal masked={masked} field={field} /> : masked;
}

function RunningTotal({ total: { days, counted, reserved, limit } }: { readonly total: Buyer['total'] }) {
  const share = Number(counted.amount) / Math.max(1, Number(limit.amount));
  return (
    <Card
      title={`Bought in ${days} days`}
      aside={
        <>
          a document is asked for above <Money amount={limit.amount} code={limit.unit} />
        </>
      }
    >
      <p className="buyer-total">
        <Money amount={counted.amount} code={counted.unit} size="lead" />
        <span className="second">
          of it reserved, not paid yet: <Money amount={reserved.amount} code={reserved.unit} />
        </span>
      </p>
      <Waterline
        share={share}
        thick
        tone={share >= 1 ? 'warn' : 'tide'}
        label={`${Math.round(share * 100)} percent of what goes without a document`}
      />
    </Card>
  );
}

function Orders({ buyer: { id, orders, orderCount } }: { readonly buyer: Buyer }) {
  return (
    <Card
      title="Orders"
      count={orderCount}
      flush
      aside={
        orderCount > orders.length && (
          <Link to="/orders" search={{ q: id }}>
            All of them
          </Link>
        )
      }
    >
      {orders.length === 0 && <Empty>Nothing was ordered yet.</Empty>}
      <ul className="buyer-rows">
        {orders.map(({ orderNo, status, since, pays, gets }) => (
          <li key={orderNo}>
            <Link to="/orders/$no/{-$tab}" params={{ no: orderNo }}>
              <OrderNumber orderNo={orderNo} short />
            </Link>
            <Tag small>{status}</Tag>
            <span className="buyer-end">
              <Money amount={pays.amount} code={pays.unit} /> for {gets}
            </span>
            <Time iso={since} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Letters({ letters }: Pick<Buyer, 'letters'>) {
  return (
    <Card title="Letters" aside="of the last 30 days, about the orders above" flush>
      {letters.length === 0 && <Empty>None is kept.</Empty>}
      <ul className="buyer-rows">
        {letters.map(({ orderNo, about, sentAt }) => (
          <li key={`${orderNo} ${about}`}>
            <OrderNumber orderNo={orderNo} short />
            <span>{about.replaceAll('_', ' ')}</span>
            <span className="buyer-end">{sentAt === null ? 'waits to be sent' : <Time iso={sentAt} />}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Linked({ linked }: Pick<Buyer, 'linked'>) {
  return (
    <Card title="Linked accounts" count={linked.length} flush>
      {linked.length === 0 && <Empty>No other account has the same mail, document, card or address.</Empty>}
      <ul className="buyer-rows">
        {linked.map(({ id, name, by }) => (
          <li key={id}>
            <Link to="/buyers/$id" params={{ id }}>
              {name ?? id}
            </Link>
            <span className="buyer-end second">by {by.join(', ')}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const REVIEW_TONES = { open: 'warn', approved: 'good', refused: 'bad' } as const;

function Questions({ reviews }: Pick<Buyer, 'reviews'>) {
  return (
    <Card title="Reviews" count={reviews.length} flush>
      {reviews.length === 0 && <Empty>No person was asked about this buyer.</Empty>}
      <ul className="buyer-rows">
        {reviews.map(({ id, question, status, decidedAt, openedAt }) => (
          <li key={id}>
            <Link to="/reviews/{-$id}" params={{ id }}>
              {question}
            </Link>
            <Tag small tone={REVIEW_TONES[status as keyof typeof REVIEW_TONES]}>
              {status}
            </Tag>
            <span className="buyer-end">
              <Time iso={decidedAt ?? openedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const REASONS = [
  { value: 'taken-over', label: 'Mailbox or device taken over' },
  { value: 'asked', label: 'The buyer asks for it' },
  { value: 'other', label: 'Other' },
];

/** Changes with whatever an act rests on. */
function versionOf({ level, closedAt, orders, reviews, sessions }: Buyer): string {
  return JSON.stringify([level, closedAt, orders, reviews, sessions.open]);
}

function Acts({ decisions, version }: Pick<Buyer, 'decisions'> & { readonly version: string }) {
  const [chosen, setChosen] = useState<string>();
  const decision = decisions.find(({ action }) => action === chosen);
  return (
    <Card title="Acts" flush>
      <div className="buyer-acts">
        <Ways
          label="Acts"
          layout="column"
          value={chosen}
          onChange={setChosen}
          ways={decisions.map(({ action, label, effect, allowed, why }) => ({
            id: action,
            title: label,
            effect,
            ...(!allowed && { refused: why }),
          }))}
        />
      </div>
      {decision && (
        <AskForm
          wish={{ act: decision.action, action: decision.action, subject: decision.subject, input: decision.input }}
          title={decision.label}
          reasons={REASONS}
          takesTwo={decision.takesTwo}
          approvers={decision.approvers}
          version={version}
        />
      )}
    </Card>
  );
}
