import { reviewBuyer } from '../../account/actions/reviewBuyer.ts';
import type { IdentityReview } from '../../account/details/reviewStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { canSeePersonalData, maskNameForRoles } from '../personal/masks.ts';
import type { DecisionDefinition } from './buildDecisionOption.ts';
import { compareNames } from './compareNames.ts';
import {
  buildMaskedCell,
  buildPlainCell,
  buildReviewLine,
  type ReviewCell,
  type ReviewContents,
  type ReviewTableRow,
} from './reviewContents.ts';
import { buildBuyerGroup, buildPaymentGroup, describeOrderMoney } from './reviewGroups.ts';
import { formatBuyerName, type ReviewSubject } from './reviewRows.ts';

const MASKED_DATE = '····-··-··';
const EMPTY_CELL = buildPlainCell('–');

type IdentityReviewInput = {
  readonly review: IdentityReview;
  readonly subject: ReviewSubject;
  readonly person: ConsolePerson;
};

/**
 * Returns the buyer's details next to those of the document or list. The document's own text is shown by the verifier
 * only.
 */
export async function buildIdentityReview(
  { database }: ConsoleContext,
  input: IdentityReviewInput,
): Promise<ReviewContents> {
  const { review, subject, person } = input;
  const isListReview = review.reason === 'name_listed';
  const [buyer, payment] = await Promise.all([
    buildBuyerGroup(database, subject.buyerId),
    buildPaymentGroup(database, subject.order, subject.profile, person),
  ]);
  return {
    lead: describeOrderMoney(subject.order),
    columns: [
      'Provided',
      isListReview ? 'List entry' : review.reason === 'document_differs' ? 'Document' : 'Previous answer',
    ],
    rows: isListReview ? buildListRows(input) : buildFieldRows(input),
    groups: [...buyer, ...payment, ...buildListGroup(review)],
    checklist: [],
    candidates: [],
    note: review.reason === 'document_differs' ? formatDocumentNote(review, person) : '',
    decisions: buildIdentityDecisions(review),
  };
}

function buildListRows({ review, subject, person }: IdentityReviewInput): ReviewTableRow[] {
  const entry = readTextOrEmpty(review.facts['entry']);
  const threshold = readNumberOrZero(review.facts['thresholdPercent']);
  const canSee = canSeePersonalData(person.roles);
  const { given, listed, percent } = compareNames(formatBuyerName(subject), entry);
  const buildWordsCell = (nameWords: typeof given): ReviewCell => ({
    words: nameWords.map(({ text, percent: likeness }) => ({ text, differs: likeness < threshold })),
    reveal: null,
  });
  const own = canSee ? buildWordsCell(given) : buildPlainCell(maskNameForRoles(person.roles, formatBuyerName(subject)));
  return [
    {
      name: 'Name',
      cells: [own, buildWordsCell(listed)],
      verdict: { text: `${percent} of 100`, tone: percent >= threshold ? 'warn' : 'good' },
    },
    {
      name: 'By part',
      cells: [
        EMPTY_CELL,
        {
          words: listed.map(({ text, percent: likeness }, at) => ({
            text: `${text.replace(/[,،]$/, '')} ${likeness}${at < listed.length - 1 ? ',' : ''}`,
            differs: likeness < threshold,
          })),
          reveal: null,
        },
      ],
      verdict: { text: `review from ${threshold}`, tone: 'plain' },
    },
    ...buildDetailRows({ review, subject, person }, () => ({ cell: buildPlainCell('not on this list'), verdict: '' })),
  ];
}

/** Texts for fields in which the document does not differ. Some documents do not state the citizenship. */
const MATCH_TEXTS: Readonly<Record<string, string>> = {
  name: 'same',
  birthDate: 'same',
  citizenship: 'same, or not stated',
};

function buildFieldRows(input: IdentityReviewInput): ReviewTableRow[] {
  const { review, subject, person } = input;
  const fields = new Set(Array.isArray(review.facts['fields']) ? review.facts['fields'].map(String) : []);
  const isDocument = review.reason === 'document_differs';
  const compareField = (field: string) =>
    fields.has(field)
      ? {
          cell: buildPlainCell(isDocument ? 'different, or unreadable' : 'different, and was rejected', true),
          verdict: 'differs',
        }
      : {
          cell: buildPlainCell(isDocument ? (MATCH_TEXTS[field] ?? 'same') : '–'),
          verdict: isDocument && field !== 'citizenship' ? 'same' : '',
        };
  const name = compareField('name');
  const listed = review.facts['name'] as { readonly entry?: unknown; readonly scorePercent?: unknown } | undefined;
  return [
    {
      name: 'Name',
      cells: [buildPlainCell(maskNameForRoles(person.roles, formatBuyerName(subject))), name.cell],
      verdict: buildVerdict(name.verdict),
    },
    ...buildDetailRows(input, compareField),
    ...(listed
      ? [
          {
            name: 'On the list',
            cells: [EMPTY_CELL, buildPlainCell(`close to ${readTextOrEmpty(listed.entry)}`, true)],
            verdict: { text: `${readNumberOrZero(listed.scorePercent)} of 100`, tone: 'warn' as const },
          },
        ]
      : []),
  ];
}

function buildDetailRows(
  { subject, person }: IdentityReviewInput,
  compareField: (field: string) => { readonly cell: ReviewCell; readonly verdict: string },
): ReviewTableRow[] {
  const canSee = canSeePersonalData(person.roles);
  const { buyerId, profile } = subject;
  const born = compareField('birthDate');
  const citizen = compareField('citizenship');
  const birthDate =
    profile && buyerId !== null
      ? buildMaskedCell(MASKED_DATE, { about: 'buyer', subject: buyerId, field: 'birthDate' }, canSee)
      : EMPTY_CELL;
  return [
    { name: 'Date of birth', cells: [birthDate, born.cell], verdict: buildVerdict(born.verdict) },
    {
      name: 'Citizenship',
      cells: [buildPlainCell(profile ? (canSee ? profile.citizenship : '··') : '–'), citizen.cell],
      verdict: buildVerdict(citizen.verdict),
    },
  ];
}

function buildVerdict(text: string): ReviewTableRow['verdict'] {
  return { text, tone: text === 'differs' ? 'warn' : text === 'same' ? 'good' : 'plain' };
}

function buildListGroup({ facts, reason }: IdentityReview) {
  if (reason !== 'name_listed') return [];
  return [
    {
      title: 'The list',
      lines: [
        buildReviewLine('Your watch list', `edition ${readTextOrEmpty(facts['listVersion']) || 'not recorded'}`),
        buildReviewLine('Score when found', `${readNumberOrZero(facts['scorePercent'])} of 100`),
      ],
    },
  ];
}

function formatDocumentNote({ facts }: IdentityReview, { roles }: Pick<ConsolePerson, 'roles'>): string {
  const applicant = roles.includes('compliance') ? readTextOrEmpty(facts['applicant']) : '';
  return `View the document at the verifier${applicant === '' ? '' : `, applicant ${applicant}`}. Its text is not stored here.`;
}

/** Returns the decisions, with the arguments of the `review` command. */
function buildIdentityDecisions(review: IdentityReview): readonly DecisionDefinition[] {
  const closed = review.status === 'open' ? '' : `Already ${review.status}.`;
  const { id, reason, subject } = review;
  return (['approve', 'refuse'] as const).map((decision) => ({
    key: decision === 'approve' ? 'A' : 'S',
    action: reviewBuyer.name,
    subject: String(id),
    input: { subject, decision },
    ...reviewBuyer.button({ reason, decision }),
    closed,
  }));
}

function readTextOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readNumberOrZero(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
