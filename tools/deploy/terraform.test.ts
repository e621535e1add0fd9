import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseToObject } from 'hcl2-parser';
import { describe, expect, test } from 'vitest';
import { readValues } from './chart/values.ts';

const FOLDER = fileURLToPath(new URL('../../deploy/terraform/', import.meta.url));
const TERRAFORM = '/usr/local/bin/terraform';

type Blocks = Readonly<Record<string, Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>>;
type Module = { readonly resource?: Blocks; readonly variable?: Readonly<Record<string, unknown>> };

const files = globSync('*.tf', { cwd: FOLDER }).toSorted();
const sources = new Map(files.map((file) => [file, readFileSync(`${FOLDER}${file}`, 'utf8')]));
const modules = [...sources].map(([file, source]) => {
  const [module] = parseToObject(source) as readonly [Module | null, unknown];
  if (module === null) throw new Error(`${file} cannot be read`);
  return module;
});
const whole = [...sources.values()].join('\n');
const matches = (pattern: RegExp) => new Set([...whole.matchAll(pattern)].map(([, name = '']) => name));

test('detects an invalid file', () => {
  expect((parseToObject('resource "a" {') as readonly unknown[])[0]).toBeNull();
});

describe('the Terraform example', () => {
  test('uses each variable that it declares, and no other', () => {
    const declared = modules.flatMap(({ variable = {} }) => Object.keys(variable));
    expect(declared.length).toBeGreaterThan(5);
    expect(matches(/\bvar\.(\w+)/g)).toEqual(new Set(declared));
  });

  test('names only declared resources', () => {
    const declared = modules.flatMap(({ resource = {} }) =>
      Object.entries(resource).flatMap(([type, named]) => Object.keys(named).map((name) => `${type}.${name}`)),
    );
    const used = matches(/(?<!["\w.])((?:aws|helm)_\w+\.\w+)/g);
    expect([...used].filter((name) => !declared.includes(name))).toEqual([]);
    expect(used.size).toBeGreaterThan(3);
  });

  test('keeps the database encrypted, replicated, backed up and private, with no password in its state', () => {
    const [database] = modules.flatMap(({ resource = {} }) => resource['aws_db_instance']?.['database'] ?? []);
    expect(database).toMatchObject({
      storage_encrypted: true,
      multi_az: true,
      publicly_accessible: false,
      deletion_protection: true,
      skip_final_snapshot: false,
      backup_retention_period: 35,
      manage_master_user_password: true,
    });
    expect(whole).not.toMatch(/\bpassword\s*=|set_sensitive|random_password|kubernetes_secret/);
  });

  test('sets only values that the chart has', () => {
    const [, valuesText = ''] = /yamlencode\(\{([\s\S]*?)\n {4}\}\)/.exec(sources.get('release.tf') ?? '') ?? [];
    const paths: string[] = [];
    const open: string[] = [];
    for (const [, name, table] of valuesText.matchAll(/^\s*(?:(\w+)\s*=\s*(\{$)?|\})/gm)) {
      if (name === undefined) open.pop();
      else if (table === undefined) paths.push([...open, name].join('.'));
      else open.push(name);
    }
    expect(paths).toEqual(['image.digest', 'networkPolicy.database.peers', 'networkPolicy.database.port']);
    for (const path of paths) {
      const found = path
        .split('.')
        .reduce<unknown>(
          (values, name) => (values as Readonly<Record<string, unknown>>)[name],
          readValues('values.yaml'),
        );
      expect(found, path).toBeDefined();
    }
  });

  test.skipIf(!existsSync(TERRAFORM))('is formatted by terraform fmt', () => {
    const { status, stdout } = spawnSync(TERRAFORM, ['fmt', '-check', '-diff', FOLDER], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  });
});
