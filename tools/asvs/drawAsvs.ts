import { type Requirement, readRequirements } from './readRequirements.ts';
import type { Verdict } from './verdict.ts';
import { verdicts } from './verdicts.ts';

type RequirementRow = { readonly requirement: Requirement; readonly verdict: Verdict };
type Kind = Verdict['kind'];

const VERDICT_LABELS: Readonly<Record<Kind, string>> = {
  held: 'held',
  operator: "the operator's",
  inapplicable: 'does not apply',
  open: '**open**',
};

/** Maximum characters that are quoted of a requirement: enough to distinguish the long sentences of the standard. */
const MAX_QUOTED_CHARACTERS = 160;

export type VerdictCounts = Readonly<Record<Kind, number>> & { readonly applicable: number };

/** Counts a level's requirements by verdict; the applicable ones exclude those that do not apply. */
export function countVerdicts(level: 1 | 2, rows: readonly RequirementRow[] = listRequirementRows()): VerdictCounts {
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

export function listRequirementRows(): readonly RequirementRow[] {
  return readRequirements().map((requirement) => {
    const verdict = verdicts[requirement.id];
    if (!verdict) throw new Error(`${requirement.id} has no verdict in tools/asvs/verdicts`);
    return { requirement, verdict };
  });
}

/** Returns docs/asvs.md: the requirements of levels 1 and 2 with their evidence. */
export function drawAsvs(): string {
  const rows = listRequirementRows();
  const chapters = Map.groupBy(rows, ({ requirement }) => requirement.chapter);
  return [
    '# OWASP ASVS 5.0.0, levels 1 and 2',
    '',
    '<!-- Written by `npm run draw` from docs/asvs/asvs-5.0.0.csv and tools/asvs/verdicts. -->',
    '',
    'This page lists each requirement. If it is held, the row names the tests that would fail otherwise, or the section that documents it. In the other rows, the last column has what the operator must do, what is open, or why the requirement does not apply. A test compares every row with the standard and with the named tests. The texts of the standard are shortened; they are © the OWASP Foundation, [CC BY-SA 4.0](asvs/LICENSE.md). This page has had no external review yet.',
    '',
    '| level | applicable | held | the operator’s | open | does not apply |',
    '| --- | --- | --- | --- | --- | --- |',
    ...([1, 2] as const).map((level) => formatSummary(level, rows)),
    '',
    ...[...chapters].flatMap(([chapter, own]) => [
      `## ${chapter}`,
      '',
      '| id | level | requirement | verdict | shown by, or why |',
      '| --- | --- | --- | --- | --- |',
      ...own.map(formatRow),
      '',
    ]),
  ].join('\n');
}

function formatSummary(level: 1 | 2, rows: readonly RequirementRow[]): string {
  const { applicable, held, operator, open, inapplicable } = countVerdicts(level, rows);
  return `| ${level} | ${applicable} | ${held} | ${operator} | ${open} | ${inapplicable} |`;
}

function formatRow({ requirement, verdict }: RequirementRow): string {
  const { id, level, text } = requirement;
  return `| ${id} | ${level} | ${escapeTableCell(escapeMarkdown(shortenRequirement(text)))} | ${VERDICT_LABELS[verdict.kind]} | ${escapeTableCell(formatEvidence(verdict))} |`;
}

function shortenRequirement(text: string): string {
  const requirement = text.replace(/^Verify that,? /, '');
  return requirement.length <= MAX_QUOTED_CHARACTERS
    ? requirement
    : `${requirement.slice(0, requirement.lastIndexOf(' ', MAX_QUOTED_CHARACTERS))} …`;
}

/** Escapes stars and underscores. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/(?<!\\)[*_]/g, String.raw`\$&`);
}

function formatEvidence(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'held':
      return [
        verdict.how,
        ...verdict.documents.map((path) => `[${path}](${linkFromDocs(path)})`),
        ...verdict.tests.map(({ file, title }) => `[${extractFileName(file)}](${linkFromDocs(file)}): ${title}`),
      ].join('<br>');
    case 'operator':
      return `${verdict.why} ([${verdict.document}](${linkFromDocs(verdict.document)}))`;
    case 'inapplicable':
      return verdict.why;
    case 'open':
      return verdict.missing;
  }
}

function linkFromDocs(path: string): string {
  return path.startsWith('docs/') ? path.slice('docs/'.length) : `../${path}`;
}

function extractFileName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
}

/** Escapes bars and tags (except `<br>`) for a table cell, and replaces line breaks with spaces. */
function escapeTableCell(text: string): string {
  return text
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/<(?!br>)/g, '&lt;')
    .replaceAll('\n', ' ');
}
