import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { readRows } from '../../configuration/configurationStore.ts';
import { isKind, type Kind, kinds, ruleValues } from '../../configuration/kinds.ts';
import { readOnce } from '../../configuration/readOnce.ts';
import { timeOf } from '../../configuration/rowChange.ts';
import { rowEdition } from '../../configuration/rowEdition.ts';
import { type OperatorRequest, openRequests } from '../../operator/requestStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import { shownRequest, viewing } from '../acts/shownRequest.ts';
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
      const [all, open] = await Promise.all([readRows(database), openRequests(database)]);
      const rows = all.filter((row) => row.kind === kind && row.key.toLowerCase().includes(wanted));
      return {
        kind,
        about: aboutOf(known),
        rows: rows.slice(0, MOST_ROWS).map(({ key, value }) => ({
          key,
          fields: inOrder(names, value as Fields),
          ...standingOf(open.filter(({ subject }) => subject === `${kind} ${key}`)),
        })),
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
  const { database } = context;
  const known = requireKind(kind);
  if (!kinds[known].key.test(key)) throw new AppError('not_found', { what: kind, name: key });
  const subject = `${kind} ${key}`;
  const configured = readOnce(database);
  const [rows, history, waiting, viewed] = await Promise.all([
    configured.rows(),
    readAudit(context, { subject }),
    listRequests(database, { which: 'open', subject }),
    viewing(context, person),
  ]);
  const row = rows.find((candidate) => candidate.kind === kind && candidate.key === key);
  const offering = { database, person, enrolled: [...viewed.persons.enrolled.values()], configured };
  const acts = [await rowAct(offering, { kind, key, fields: {} })];
  if (row) acts.push(await rowAct(offering, { kind, key, fields: null }));
  return {
    kind,
    key,
    about: aboutOf(known),
    fields: (row?.value ?? null) as Fields | null,
    edition: rowEdition(row?.value),
    schema: fieldSchemas(known, key),
    history: history.lines,
    requests: waiting.map((request) => shownRequest(request, viewed)),
    acts,
  };
}

/** What was asked about a row and is not done yet. */
function standingOf(requests: readonly OperatorRequest[]): { isAsked: boolean; from: string | null } {
  const times = requests.flatMap((request) => (request.status === 'approved' ? (timeOf(request) ?? []) : []));
  return {
    isAsked: requests.some(({ status }) => status === 'waiting'),
    from: times.toSorted((one, other) => one.getTime() - other.getTime())[0]?.toISOString() ?? null,
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
