import { FRACTION, getFieldUnit } from '@slipway/contract/statements/getFieldUnit.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type ConfigurationKind,
  configurationKinds,
  findRowSchema,
  type RuleName,
  ruleSchemas,
} from '../../configuration/configurationKinds.ts';

type JsonField = { readonly description?: string };
type JsonRow = { readonly properties?: Readonly<Record<string, JsonField>>; readonly anyOf?: readonly JsonRow[] };

function listFields(kind: ConfigurationKind, key: string) {
  const row = z.toJSONSchema(findRowSchema(kind, key), { io: 'input', unrepresentable: 'any' }) as JsonRow;
  return (row.anyOf ?? [row]).flatMap(({ properties = {} }) => Object.entries(properties));
}

const rows: readonly (readonly [ConfigurationKind, string])[] = [
  ...(Object.keys(configurationKinds) as ConfigurationKind[])
    .filter((kind) => kind !== 'rule')
    .map((kind) => [kind, 'any/EUR'] as const),
  ...(Object.keys(ruleSchemas) as RuleName[]).map((name) => ['rule', name] as const),
];

test.each(rows)('%s %s: has the percent unit exactly where the row stores a fraction', (kind, key) => {
  for (const [name, { description = '' }] of listFields(kind, key))
    expect([name, getFieldUnit(kind, key, name) === FRACTION]).toEqual([name, description.startsWith('a fraction')]);
});

test.each(rows)('%s %s: has the unit that its name contains', (kind, key) => {
  for (const [name] of listFields(kind, key)) {
    const [, unit] = /(Euro|Days|Hours|Minutes|Percent)(?:PerDay)?$/.exec(kind === 'rule' ? key : name) ?? [];
    const units: Readonly<Record<string, string>> = { Euro: 'EUR', Percent: '%' };
    if (unit) expect([name, getFieldUnit(kind, key, name)]).toEqual([name, units[unit] ?? unit.toLowerCase()]);
  }
});
