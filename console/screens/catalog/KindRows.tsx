import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { Time } from '../../parts/Time.tsx';
import { fieldText, fieldTitle, fieldWords } from '../../person/fieldWords.ts';
import { kindTitles, rowTitle } from './kindTitles.ts';

type Row = ConsoleCallData<'catalogKind'>['rows'][number];

/** More fields than these are read on the row's own page. */
const MOST_COLUMNS = 6;
const LONGEST = 42;

/** The rows of a kind; one is opened to change it, and a key that is not there yet is made. */
export function KindRows({ kind }: { readonly kind: string }) {
  const [find, setFind] = useState('');
  const navigate = useNavigate();
  const { data, isError, refetch } = useConsoleQuery(
    'catalogKind',
    { kind, find },
    { topics: ['configuration', 'requests'], keeps: true },
  );
  const open = (key: string) => void navigate({ to: '/catalog/{-$kind}/{-$key}', params: { kind, key } });
  const rows = data?.rows;
  const columns = useMemo(() => columnsOf(kind, rows ?? []), [kind, rows]);

  function make(event: FormEvent) {
    event.preventDefault();
    if (find.trim() !== '') open(find.trim());
  }

  return (
    <Card
      title={kindTitles[kind] ?? kind}
      {...(data && { count: data.found })}
      aside={data && data.found > data.rows.length && `the first ${data.rows.length} are shown`}
      flush
    >
      <p className="catalog-about second">{data?.about}</p>
      <form className="catalog-find" onSubmit={make}>
        <TextField label="Find or make, by key" value={find} onChange={setFind} />
        <Button type="submit" disabled={find.trim() === ''}>
          {rows?.some(({ key }) => key === find.trim()) ? 'Open' : 'Make this one …'}
        </Button>
      </form>
      <Table
        label={kindTitles[kind] ?? kind}
        columns={columns}
        rows={rows}
        rowId={({ key }) => key}
        onOpen={({ key }) => open(key)}
        empty={find === '' ? 'There is none yet: write its key above to make one.' : 'No key holds these letters.'}
        failed={isError ? { onAskAgain: () => void refetch() } : undefined}
      />
    </Card>
  );
}

function columnsOf(kind: string, rows: readonly Row[]): Column<Row>[] {
  const names = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))].filter((name) => name !== 'enabled');
  const isFigure = (name: string) =>
    rows.every(({ fields }) => fields[name] === undefined || /^\d+(?:\.\d+)?$/.test(fieldText(false, fields[name])));
  return [
    {
      id: 'key',
      title: 'Key',
      cell: ({ key, isAsked, from }) => (
        <>
          <b>{rowTitle(kind, key)}</b> {isAsked && <Tag tone="warn">change asked</Tag>}{' '}
          {from !== null && (
            <Tag tone="tide">
              approved, from <Time iso={from} />
            </Tag>
          )}
        </>
      ),
    },
    ...names.slice(0, MOST_COLUMNS).map(
      (name, index): Column<Row> => ({
        id: `field-${name}`,
        title: fieldTitle(kind, name),
        figure: isFigure(name),
        deskOnly: index > 1,
        cell: ({ key, fields }) => <span className="num">{shortened(fieldWords(kind, key, name, fields[name]))}</span>,
      }),
    ),
    ...(rows.some(({ fields }) => 'enabled' in fields)
      ? [
          {
            id: 'offered',
            title: fieldTitle(kind, 'enabled'),
            cell: ({ fields }: Row) => (fields['enabled'] === false ? <Tag tone="warn">off</Tag> : 'yes'),
          },
        ]
      : []),
  ];
}

function shortened(text: string): string {
  const line = text.replaceAll('\n', ', ');
  if (line === '') return '–';
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
