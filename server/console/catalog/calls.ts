import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { findOpenRequests, type OperatorRequest } from '../../action/requests/requestStore.ts';
import { computeRowEdition } from '../../configuration/computeRowEdition.ts';
import {
  type ConfigurationKind,
  configurationKinds,
  isConfigurationKind,
  ruleSchemas,
} from '../../configuration/configurationKinds.ts';
import { readConfigurationRows } from '../../configuration/configurationStore.ts';
import { createConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import { readNotBefore } from '../../configuration/rowChange.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleCaller, ConsoleHandlersFor } from '../gateway/consoleHandlers.ts';
import { readAudit } from '../people/auditTrail.ts';
import { listRequests } from '../people/peopleStore.ts';
import { loadRequestViewContext, presentRequest } from '../requests/presentRequest.ts';
import { buildFieldSchemas } from './buildFieldSchemas.ts';
import { previewChange } from './previewChange.ts';
import { buildRowAction } from './rowActions.ts';

type Fields = ConsoleCallData<'catalogKind'>['rows'][number]['fields'];

const MOST_ROWS = 500;

/** Handlers for reading the configuration and previewing a change. Changes are requested only with `requestAction`. */
export function catalogCalls(
  context: ConsoleContext,
): ConsoleHandlersFor<'catalog' | 'catalogKind' | 'catalogRow' | 'previewChange'> {
  const { database } = context;
  return {
    catalog: async () => {
      const rows = await readConfigurationRows(database);
      return {
        kinds: (Object.keys(configurationKinds) as ConfigurationKind[]).map((kind) => ({
          kind,
          about: describeKind(kind),
          rows: rows.filter((row) => row.kind === kind).length,
        })),
      };
    },
    catalogKind: async ({ kind, find }) => {
      const known = requireKind(kind);
      const names = buildFieldSchemas(known, '').map(({ name }) => name);
      const search = find.trim().toLowerCase();
      const [all, open] = await Promise.all([readConfigurationRows(database), findOpenRequests(database)]);
      const rows = all.filter((row) => row.kind === kind && row.key.toLowerCase().includes(search));
      return {
        kind,
        about: describeKind(known),
        rows: rows.slice(0, MOST_ROWS).map(({ key, value }) => ({
          key,
          fields: orderFields(names, value as Fields),
          ...readChangeStatus(open.filter(({ subject }) => subject === `${kind} ${key}`)),
        })),
        found: rows.length,
      };
    },
    catalogRow: (input, caller) => readCatalogRow(context, input, caller),
    previewChange: async (input, { person }) => {
      requireKind(input.kind);
      return previewChange(context, input, person);
    },
  };
}

async function readCatalogRow(
  context: ConsoleContext,
  { kind, key }: { readonly kind: string; readonly key: string },
  { person }: ConsoleCaller,
): Promise<ConsoleCallData<'catalogRow'>> {
  const { database } = context;
  const known = requireKind(kind);
  if (!configurationKinds[known].key.test(key)) throw new AppError('not_found', { what: kind, name: key });
  const subject = `${kind} ${key}`;
  const configured = createConfigurationReader(database);
  const [rows, history, waiting, viewContext] = await Promise.all([
    configured.rows(),
    readAudit(context, { subject }),
    listRequests(database, { which: 'open', subject }),
    loadRequestViewContext(context, person),
  ]);
  const row = rows.find((candidate) => candidate.kind === kind && candidate.key === key);
  const actionContext = { database, person, enrolled: [...viewContext.persons.enrolled.values()], configured };
  const acts = [await buildRowAction(actionContext, { kind, key, fields: {} })];
  if (row) acts.push(await buildRowAction(actionContext, { kind, key, fields: null }));
  return {
    kind,
    key,
    about: describeKind(known),
    fields: (row?.value ?? null) as Fields | null,
    edition: computeRowEdition(row?.value),
    schema: buildFieldSchemas(known, key),
    history: history.lines,
    requests: waiting.map((request) => presentRequest(request, viewContext)),
    acts,
  };
}

/** Returns whether a change of the row awaits approval, and when the earliest approved one takes effect (null: none). */
function readChangeStatus(requests: readonly OperatorRequest[]): { isRequested: boolean; from: string | null } {
  const times = requests.flatMap((request) => (request.status === 'approved' ? (readNotBefore(request) ?? []) : []));
  return {
    isRequested: requests.some(({ status }) => status === 'waiting'),
    from: times.toSorted((one, other) => one.getTime() - other.getTime())[0]?.toISOString() ?? null,
  };
}

/** Orders fields as the kind declares them: jsonb sorts keys by length. */
function orderFields(names: readonly string[], fields: Fields): Fields {
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name] ?? null]] : [])));
}

function requireKind(kind: string): ConfigurationKind {
  if (!isConfigurationKind(kind)) throw new AppError('not_found', { what: 'kind', name: kind });
  return kind;
}

/** Returns the description of a kind. Rules are individual values, so their number is given instead. */
function describeKind(kind: ConfigurationKind): string {
  return kind === 'rule'
    ? `${Object.keys(ruleSchemas).length} rules, each with one value`
    : configurationKinds[kind].about;
}
