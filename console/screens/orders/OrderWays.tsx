import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useOfferedActs } from '../../app/offeredActs.ts';
import { useKeys } from '../../app/useKeys.ts';
import { Card } from '../../parts/Card.tsx';
import type { PaletteItem } from '../../parts/CommandPalette.tsx';
import type { Option } from '../../parts/SelectField.tsx';
import { Ways } from '../../parts/Ways.tsx';
import { AskForm } from '../../person/AskForm.tsx';
import type { OperatorRequest } from '../../person/useAct.ts';
import { AskedFields } from './AskedFields.tsx';
import { FIRST, inputOf } from './askedInput.ts';
import type { OrderPage } from './OrderScreen.tsx';

const REASONS: readonly Option[] = [
  { value: 'fraud', label: 'Fraud, says the bank' },
  { value: 'buyer', label: 'The buyer asks for it' },
  { value: 'checked', label: 'Looked at, nothing is wrong' },
  { value: 'listed', label: 'A list, or the law' },
  { value: 'vendor', label: 'A vendor asks for it, or cannot' },
  { value: 'ours', label: 'A mistake of ours' },
];

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
const NTH = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** What somebody is about to decide, or has decided, about an order: it outlives the ways, which others may close. */
export type Deciding = { readonly chosen?: string; readonly asked?: OperatorRequest };

type OrderWaysProps = {
  readonly page: OrderPage;
  readonly deciding: Deciding;
  /** Keep it the same. */
  readonly onDeciding: (deciding: Deciding) => void;
};

/** Each legal word of the machine, with its price before it is gone. None is chosen beforehand. */
export function OrderWays({ page: { ways, version, head, claims }, deciding, onDeciding }: OrderWaysProps) {
  const { chosen } = deciding;
  const [input, setInput] = useState<Readonly<Record<string, string>>>({});
  const way = ways.find(({ action }) => action === chosen);
  const keys = NTH.flatMap((nth) => {
    const at = ways[nth - 1];
    return at?.allowed ? [[`nth${nth}`, () => choose(at.action)] as const] : [];
  });
  useKeys(Object.fromEntries(keys));
  const offered = useMemo(
    () =>
      ways.map(
        ({ action, title, why, takesTwo }): PaletteItem => ({
          id: `way-${action}`,
          group: 'Do',
          title,
          ...(why === null ? takesTwo && { aside: 'takes two' } : { refused: why }),
          onChoose: () => onDeciding({ chosen: action }),
        }),
      ),
    [ways, onDeciding],
  );
  useOfferedActs(offered);
  function choose(action: string) {
    onDeciding({ chosen: action });
    setInput({});
  }
  const isStill = head.status === 'on_hold' && Number(claims.sent.amount) === 0;
  const missing = way?.asks.find((name) => (input[name] ?? '').trim() === '');
  const refused = way && (way.why ?? (missing === undefined ? undefined : FIRST[missing]));
  return (
    <Card
      title={`${COUNTS[ways.length] ?? ways.length} ${ways.length === 1 ? 'way' : 'ways'} on`}
      aside={
        isStill && <span className="second">Nothing is signed for the chain. Nothing moves until you decide.</span>
      }
      lift
      flush
    >
      <Ways
        label="Ways on"
        value={chosen}
        onChange={choose}
        layout="row"
        ways={ways.map((one, index) => ({
          id: one.action,
          title: one.title,
          effect: one.effect,
          ...(index < NTH.length && { keys: String(index + 1) }),
          ...(one.why !== null && { refused: one.why }),
        }))}
      />
      {way && (
        <div className="card-body">
          {way.review === null ? (
            <AskForm
              key={way.action}
              wish={{ act: way.act, action: way.action, subject: way.subject, input: inputOf(way, input) }}
              title={way.title}
              reasons={REASONS}
              takesTwo={way.takesTwo}
              approvers={way.approvers}
              why="Above the operator’s amount, and for what the law stops, two persons decide."
              version={version}
              danger={way.isStop}
              {...(refused !== undefined && { refused })}
              onAsked={(asked) => {
                setInput({});
                onDeciding({ ...deciding, asked });
              }}
            >
              <AskedFields way={way} input={input} onChange={setInput} />
            </AskForm>
          ) : (
            <p>
              <Link to="/reviews/{-$id}" params={{ id: way.review }}>
                Open the review of the dispute
              </Link>{' '}
              <span className="second">Nothing is sent from here.</span>
            </p>
          )}
        </div>
      )}
    </Card>
  );
}
