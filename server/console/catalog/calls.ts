import { createHash } from 'node:crypto';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { readRows } from '../../configuration/configurationStore.ts';
import { isKind, type Kind, kinds, ruleValues } from '../../configuration/kinds.ts';
import { AppError } from '../../platform/http/appError.ts';
import { shownRequest } from '../acts/shownRequest.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleCaller, ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { readAudit } from '../people/history.ts';
import { listRequests } from '../people/peopleStore.ts';
import { fieldSchemas } from './fieldSchemas.ts';
import { previewChange } from './previewChange.ts';
import { rowAct } from './rowActs.ts';

type Fields = ConsoleCallData<'catalogKind'>['rows'][number]['fields'];

const MOST_ROWS = 500;

/** What the operator decides, and what a change of it would do. It is changed by `ask` alone. */
export function catalogCalls(
  context: ConsoleContext,
): ConsoleHandlersOf<'catalog' | 'catalogKind' | 'catalogRow' | 'previewChange'> {
  const { database } = context;
  return {
    catalog: async () => {
      const rows = await readRows(database);
      return {
        kinds: (Object.keys(kinds) as Kind[]).map((kind) => ({
          kind,
          about: aboutOf(kind),
          rows: rows.filter((row) => row.kind === kind).length,
        })),
      };
    },
    catalogKind: async ({ kind, find }) => {
      const known = requireKind(kind);
      const names = fieldSchemas(known, '').map(({ name }) => name);
      const wanted = find.trim().toLowerCase();
      const rows = (await readRows(database)).filter(
        (row) => row.kind === kind && row.key.toLowerCase().includes(wanted),
      );
      return {
        kind,
        about: aboutOf(known),
        rows: rows.slice(0, MOST_ROWS).map(({ key, value }) => ({ key, fields: inOrder(names, value as Fields) })),
        found: rows.length,
      };
    },
    catalogRow: (input, caller) => catalogRow(context, input, caller),
    previewChange: async (input, { person }) => {
      requireKind(input.kind);
      return previewChange(context, input, person);
    },
  };
}

async function catalogRow(
  context: ConsoleContext,
  { kind, key }: { readonly kind: string; readonly key: string },
  { person }: ConsoleCaller,
): Promise<ConsoleCallData<'catalogRow'>> {
  const { database, persons } = context;
  const known = requireKind(kind);
  if (!kinds[known].key.test(key)) throw new AppError('not_found', { what: kind, name: key });
  const subject = `${kind} ${key}`;
  const [rows, history, waiting, present] = await Promise.all([
    readRows(database),
    readAudit(context, { subject }),
    listRequests(database, { which: 'open', subject }),
    persons(database),
  ]);
  const row = rows.find((candidate) => candidate.kind === kind && candidate.key === key);
  const acts = [await rowAct(context, person, { kind, key, fields: {} })];
  if (row) acts.push(await rowAct(context, person, { kind, key, fields: null }));
  return {
    kind,
    key,
    about: aboutOf(known),
    fields: (row?.value ?? null) as Fields | null,
    edition: editionOf(row?.value),
    schema: fieldSchemas(known, key),
    history: history.lines,
    requests: waiting.map((request) => shownRequest(request, present, person)),
    acts,
  };
}

/** As the kind names its fields: the database keeps them by their length. */
function inOrder(names: readonly string[], fields: Fields): Fields {
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name] ?? null]] : [])));
}

function requireKind(kind: string): Kind {
  if (!isKind(kind)) throw new AppError('not_found', { what: 'kind', name: kind });
  return kind;
}

/** Rules are named by their keys: a list of all of them explains none. */
function aboutOf(kind: Kind): string {
  return kind === 'rule' ? `rules of one value each: there are ${Object.keys(ruleValues).length}` : kinds[kind].about;
}

/** PostgreSQL writes the fields of a row always in the same order. */
function editionOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('hex')
    .slice(0, 16);
}
