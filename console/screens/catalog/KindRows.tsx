import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { formatFieldInput, formatFieldTitle, formatFieldValue } from '../../person/formatFieldValue.ts';
import { configurationKindTitles, formatRowTitle } from './configurationKindTitles.ts';

type Row = ConsoleCallData<'catalogKind'>['rows'][number];

/** The most fields of a row in the list; its own page shows all. */
const MAX_COLUMNS = 6;
const MAX_TEXT_LENGTH = 42;

/** The rows of a kind; opens a row for editing, or creates a new key. */
export function KindRows({ kind }: { readonly kind: string }) {
  const [find, setFind] = useState('');
  const navigate = useNavigate();
  const { data, isError, refetch } = useConsoleQuery(
    'catalogKind',
    { kind, find },
    { topics: ['configuration', 'requests'], keepsPrevious: true },
  );
  const open = (key: string) => void navigate({ to: '/catalog/{-$kind}/{-$key}', params: { kind, key } });
  const rows = data?.rows;
  const columns = useMemo(() => buildColumns(kind, rows ?? []), [kind, rows]);

  function openTypedKey(event: FormEvent) {
    event.preventDefault();
    if (find.trim() !== '') open(find.trim());
  }

  return (
    <Card
      title={configurationKindTitles[kind] ?? kind}
      {...(data && { count: data.found })}
      aside={data && data.found > data.rows.length && `first ${data.rows.length} shown`}
      flush
    >
      <p className="catalog-about second">{data?.about}</p>
      <form className="catalog-find" onSubmit={openTypedKey}>
        <TextField label="Search or create by key" value={find} onChange={setFind} />
        <Button type="submit" disabled={find.trim() === ''}>
          {rows?.some(({ key }) => key === find.trim()) ? 'Open' : 'Create…'}
        </Button>
      </form>
      <Table
        label={configurationKindTitles[kind] ?? kind}
        columns={columns}
        rows={rows}
        rowId={({ key }) => key}
        onOpen={({ key }) => open(key)}
        empty={find === '' ? 'None yet. Enter a key above to create one.' : 'No matching keys.'}
        failed={isError ? { onRetry: () => void refetch() } : undefined}
      />
    </Card>
  );
}

function buildColumns(kind: string, rows: readonly Row[]): Column<Row>[] {
  const names = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))].filter((name) => name !== 'enabled');
  const isFigure = (name: string) =>
    rows.every(
      ({ fields }) => fields[name] === undefined || /^\d+(?:\.\d+)?$/.test(formatFieldInput(false, fields[name])),
    );
  return [
    {
      id: 'key',
      title: 'Key',
      cell: ({ key, isRequested, from }) => (
        <>
          <b>{formatRowTitle(kind, key)}</b> {isRequested && <Tag tone="warn">change requested</Tag>}{' '}
          {from !== null && (
            <Tag tone="tide">
              scheduled for <Time iso={from} />
            </Tag>
          )}
        </>
      ),
    },
    ...names.slice(0, MAX_COLUMNS).map(
      (name, index): Column<Row> => ({
        id: `field-${name}`,
        title: formatFieldTitle(kind, name),
        figure: isFigure(name),
        deskOnly: index > 1,
        cell: ({ key, fields }) => (
          <span className="num">{shortenText(formatFieldValue(kind, key, name, fields[name]))}</span>
        ),
      }),
    ),
    ...(rows.some(({ fields }) => 'enabled' in fields)
      ? [
          {
            id: 'offered',
            title: formatFieldTitle(kind, 'enabled'),
            cell: ({ fields }: Row) => (fields['enabled'] === false ? <Tag tone="warn">disabled</Tag> : 'yes'),
          },
        ]
      : []),
  ];
}

function shortenText(text: string): string {
  const line = text.replaceAll('\n', ', ');
  if (line === '') return '–';
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line;
}
