import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { countVerdicts, drawAsvs, listRequirementRows } from './drawAsvs.ts';
import { readRequirements } from './readRequirements.ts';
import { verdicts } from './verdicts.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Number of applicable requirements that are not met; lower it after each fix. */
const OPEN_COUNT = 4;
const MIN_MET_SHARE = 0.95;

const rows = listRequirementRows();
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

/** Returns true if a test's source contains the title, possibly with escaped quotes. */
function hasTitle(source: string, title: string): boolean {
  return [title, title.replaceAll("'", String.raw`\'`)].some((written) =>
    ["'", '"', '`'].some((quote) => source.includes(`${quote}${written}${quote}`)),
  );
}

/** Returns the anchors of a document's headings as renderers generate them. */
function listAnchors(document: string): readonly string[] {
  return [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function doesExist(pointer: string): boolean {
  const [path = '', anchor] = pointer.split('#');
  return existsSync(`${ROOT}${path}`) && (anchor === undefined || listAnchors(read(path)).includes(anchor));
}

describe('the standard', () => {
  test('has its 70 requirements of the first level and 183 of the second, each with a verdict, and no others', () => {
    const all = readRequirements();
    expect(all.filter(({ level }) => level === 1)).toHaveLength(70);
    expect(all.filter(({ level }) => level === 2)).toHaveLength(183);
    expect(Object.keys(verdicts).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  });

  test('is met: all applicable requirements of level 1, at least 95 % of level 2, and the recorded number is open', () => {
    const [first, second] = [countVerdicts(1), countVerdicts(2)];
    expect(first.open).toBe(0);
    expect((second.applicable - second.open) / second.applicable).toBeGreaterThanOrEqual(MIN_MET_SHARE);
    expect(first.open + second.open).toBe(OPEN_COUNT);
  });
});

describe('held verdicts', () => {
  const held = rows.flatMap(({ requirement, verdict }) => (verdict.kind === 'held' ? [{ requirement, verdict }] : []));

  test('name only tests that exist', () => {
    const missing = held.flatMap(({ requirement, verdict }) =>
      verdict.tests
        .filter(({ file, title }) => !existsSync(`${ROOT}${file}`) || !hasTitle(read(file), title))
        .map(({ file, title }) => `${requirement.id}: ${file} › ${title}`),
    );
    expect(missing).toEqual([]);
  });

  test('name a test, or a section for a requirement about documentation', () => {
    const unproven = held.filter(
      ({ requirement, verdict }) =>
        verdict.tests.length === 0 && !(requirement.isDocumentation && verdict.documents.length > 0),
    );
    expect(unproven.map(({ requirement }) => requirement.id)).toEqual([]);
  });

  test('name no test whose title is only a placeholder', () => {
    const bare = held
      .flatMap(({ verdict }) => verdict.tests)
      .filter(({ title }) => title.replaceAll(/%.|\W/g, '').length < 5);
    expect(bare).toEqual([]);
  });
});

test('every document that a row names exists, with the section', () => {
  const pointers = rows.flatMap(({ verdict }) =>
    verdict.kind === 'held' ? verdict.documents : verdict.kind === 'operator' ? [verdict.document] : [],
  );
  expect(pointers.filter((pointer) => !doesExist(pointer))).toEqual([]);
});

test('every verdict that is not held has a reason', () => {
  for (const { requirement, verdict } of rows) {
    if (verdict.kind === 'held') continue;
    const why = verdict.kind === 'open' ? verdict.missing : verdict.why;
    expect(why.length, requirement.id).toBeGreaterThan(15);
  }
});

test('docs/asvs.md equals the tables', () => {
  expect(read('docs/asvs.md'), 'run npm run draw').toBe(drawAsvs());
});

test('docs/asvs has the licence of the standard, and the page links to it', () => {
  expect(read('docs/asvs/LICENSE.md')).toContain('CC BY-SA 4.0');
  expect(drawAsvs()).toContain('(asvs/LICENSE.md)');
});
