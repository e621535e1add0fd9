import { type Requirement, requirements } from './requirements.ts';
import type { Verdict } from './verdict.ts';
import { verdicts } from './verdicts.ts';

type Row = { readonly requirement: Requirement; readonly verdict: Verdict };
type Kind = Verdict['kind'];

const WORDS: Readonly<Record<Kind, string>> = {
  held: 'held',
  operator: "the operator's",
  inapplicable: 'does not apply',
  open: '**open**',
};

/** The standard's sentences are long: as many characters of each stand in the table as tell it from the others. */
const QUOTED = 160;

export type Count = Readonly<Record<Kind, number>> & { readonly applicable: number };

/** How many of a level are of each kind; what does not apply is not applicable. */
export function countOf(level: 1 | 2, rows: readonly Row[] = allRows()): Count {
  const own = rows.filter(({ requirement }) => requirement.level === level);
  const count = (kind: Kind) => own.filter(({ verdict }) => verdict.kind === kind).length;
  const inapplicable = count('inapplicable');
  return {
    held: count('held'),
    operator: count('operator'),
    open: count('open'),
    inapplicable,
    applicable: own.length - inapplicable,
  };
}

export function allRows(): readonly Row[] {
  return requirements().map((requirement) => {
    const verdict = verdicts[requirement.id];
    if (!verdict) throw new Error(`${requirement.id} has no verdict in tools/asvs/verdicts`);
    return { requirement, verdict };
  });
}

/** docs/asvs.md: the requirements of levels 1 and 2, each with what shows it. */
export function drawAsvs(): string {
  const rows = allRows();
  const chapters = Map.groupBy(rows, ({ requirement }) => requirement.chapter);
  return [
    '# OWASP ASVS 5.0.0, levels 1 and 2',
    '',
    '<!-- Written by `npm run draw` from docs/asvs/asvs-5.0.0.csv and tools/asvs/verdicts. -->',
    '',
    'Each requirement with the tests that would fail if it were not held, the reason for which it is the operator’s, or why it does not apply. A test compares every row with the standard and with the tests that it names; `open` is what is not held. Texts of the standard are shortened; they are © the OWASP Foundation, [CC BY-SA 4.0](asvs/LICENSE.md). Nobody outside of the project has looked at this page yet.',
    '',
    '| level | applicable | held | the operator’s | open | does not apply |',
    '| --- | --- | --- | --- | --- | --- |',
    ...([1, 2] as const).map((level) => summary(level, rows)),
    '',
    ...[...chapters].flatMap(([chapter, own]) => [
      `## ${chapter}`,
      '',
      '| | level | requirement | | shown by, or why |',
      '| --- | --- | --- | --- | --- |',
      ...own.map(line),
      '',
    ]),
  ].join('\n');
}

function summary(level: 1 | 2, rows: readonly Row[]): string {
  const { applicable, held, operator, open, inapplicable } = countOf(level, rows);
  return `| ${level} | ${applicable} | ${held} | ${operator} | ${open} | ${inapplicable} |`;
}

function line({ requirement, verdict }: Row): string {
  const { id, level, text } = requirement;
  return `| ${id} | ${level} | ${cell(plain(shortened(text)))} | ${WORDS[verdict.kind]} | ${cell(shownBy(verdict))} |`;
}

function shortened(text: string): string {
  const said = text.replace(/^Verify that,? /, '');
  return said.length <= QUOTED ? said : `${said.slice(0, said.lastIndexOf(' ', QUOTED))} …`;
}

/** Stars and underscores as they stand. */
function plain(text: string): string {
  return text.replaceAll(/(?<!\\)[*_]/g, String.raw`\$&`);
}

function shownBy(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'held':
      return [
        verdict.how,
        ...verdict.documents.map((path) => `[${path}](${fromDocs(path)})`),
        ...verdict.tests.map(({ file, title }) => `[${nameOf(file)}](${fromDocs(file)}): ${title}`),
      ].join('<br>');
    case 'operator':
      return `${verdict.why} ([${verdict.document}](${fromDocs(verdict.document)}))`;
    case 'inapplicable':
      return verdict.why;
    case 'open':
      return verdict.missing;
  }
}

function fromDocs(path: string): string {
  return path.startsWith('docs/') ? path.slice('docs/'.length) : `../${path}`;
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
}

/** As text in a cell: the standard writes of tags and of stars. */
function cell(text: string): string {
  return text
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/<(?!br>)/g, '&lt;')
    .replaceAll('\n', ' ');
}
