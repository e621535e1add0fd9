import type { IdentityReview } from '../../account/reviewStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { nameFor, seesPersonal } from '../personal/masks.ts';
import { buyerGroup, moneySoFar, paymentGroup } from './commonGroups.ts';
import { comparedNames } from './comparedNames.ts';
import { type Evidence, type EvidenceCell, type EvidenceRow, line, maskedCell, plainCell } from './evidence.ts';
import type { Way } from './offeredDecision.ts';
import { nameOfBuyer, type ReviewSubject } from './reviewRows.ts';

const MASKED_DATE = '····-··-··';
const UNSAID = plainCell('–');

type Asked = { readonly review: IdentityReview; readonly subject: ReviewSubject; readonly person: ConsolePerson };

/** What a buyer has said beside what a document or a list says. What the document's words are is the verifier's to show. */
export async function identityEvidence({ database }: ConsoleContext, asked: Asked): Promise<Evidence> {
  const { review, subject, person } = asked;
  const isOfList = review.reason === 'name_listed';
  const [buyer, payment] = await Promise.all([
    buyerGroup(database, subject.buyerId),
    paymentGroup(database, subject.order, subject.profile, person),
  ]);
  return {
    lead: moneySoFar(subject.order),
    columns: ['Buyer says', isOfList ? 'List entry' : review.reason === 'document_differs' ? 'Document' : 'Before'],
    rows: isOfList ? listRows(asked) : fieldRows(asked),
    groups: [...buyer, ...payment, ...madeBy(review)],
    checklist: [],
    candidates: [],
    note: review.reason === 'document_differs' ? documentNote(review, person) : '',
    ways: waysOf(review),
  };
}

function listRows({ review, subject, person }: Asked): EvidenceRow[] {
  const entry = textOf(review.facts['entry']);
  const threshold = numberOf(review.facts['thresholdPercent']);
  const sees = seesPersonal(person.roles);
  const { said, listed, percent } = comparedNames(nameOfBuyer(subject), entry);
  const cell = (words: typeof said): EvidenceCell => ({
    words: words.map(({ text, percent: likeness }) => ({ text, differs: likeness < threshold })),
    reveal: null,
  });
  const own = sees ? cell(said) : plainCell(nameFor(person.roles, nameOfBuyer(subject)));
  return [
    {
      name: 'Name',
      cells: [own, cell(listed)],
      verdict: { text: `${percent} of 100`, tone: percent >= threshold ? 'warn' : 'good' },
    },
    {
      name: 'By part',
      cells: [
        UNSAID,
        {
          words: listed.map(({ text, percent: likeness }, at) => ({
            text: `${text.replace(/[,،]$/, '')} ${likeness}${at < listed.length - 1 ? ',' : ''}`,
            differs: likeness < threshold,
          })),
          reveal: null,
        },
      ],
      verdict: { text: `from ${threshold} on a person looks`, tone: 'plain' },
    },
    ...detailRows({ review, subject, person }, () => ({ cell: plainCell('not on this list'), verdict: '' })),
  ];
}

/** Not every document says of which country somebody is a citizen. */
const SAME: Readonly<Record<string, string>> = {
  name: 'the same',
  birthDate: 'the same',
  citizenship: 'the same, or not said',
};

function fieldRows(asked: Asked): EvidenceRow[] {
  const { review, subject, person } = asked;
  const fields = new Set(Array.isArray(review.facts['fields']) ? review.facts['fields'].map(String) : []);
  const isDocument = review.reason === 'document_differs';
  const other = (field: string) =>
    fields.has(field)
      ? {
          cell: plainCell(isDocument ? 'another, or not readable' : 'another, which was refused', true),
          verdict: 'differs',
        }
      : {
          cell: plainCell(isDocument ? (SAME[field] ?? 'the same') : '–'),
          verdict: isDocument && field !== 'citizenship' ? 'same' : '',
        };
  const name = other('name');
  const listed = review.facts['name'] as { readonly entry?: unknown; readonly scorePercent?: unknown } | undefined;
  return [
    {
      name: 'Name',
      cells: [plainCell(nameFor(person.roles, nameOfBuyer(subject))), name.cell],
      verdict: verdictOf(name.verdict),
    },
    ...detailRows(asked, other),
    ...(listed
      ? [
          {
            name: 'On the list',
            cells: [UNSAID, plainCell(`close to ${textOf(listed.entry)}`, true)],
            verdict: { text: `${numberOf(listed.scorePercent)} of 100`, tone: 'warn' as const },
          },
        ]
      : []),
  ];
}

function detailRows(
  { subject, person }: Asked,
  other: (field: string) => { readonly cell: EvidenceCell; readonly verdict: string },
): EvidenceRow[] {
  const sees = seesPersonal(person.roles);
  const { buyerId, profile } = subject;
  const born = other('birthDate');
  const citizen = other('citizenship');
  const birthDate =
    profile && buyerId !== null
      ? maskedCell(MASKED_DATE, { about: 'buyer', subject: buyerId, field: 'birthDate' }, sees)
      : UNSAID;
  return [
    { name: 'Born', cells: [birthDate, born.cell], verdict: verdictOf(born.verdict) },
    {
      name: 'Citizen of',
      cells: [plainCell(profile ? (sees ? profile.citizenship : '··') : '–'), citizen.cell],
      verdict: verdictOf(citizen.verdict),
    },
  ];
}

function verdictOf(text: string): EvidenceRow['verdict'] {
  return { text, tone: text === 'differs' ? 'warn' : text === 'same' ? 'good' : 'plain' };
}

function madeBy({ facts, reason }: IdentityReview) {
  if (reason !== 'name_listed') return [];
  return [
    {
      title: 'The list',
      lines: [
        line('Your names under review', `edition ${textOf(facts['listVersion']) || 'not kept'}`),
        line('Score when it was found', `${numberOf(facts['scorePercent'])} of 100`),
      ],
    },
  ];
}

function documentNote({ facts }: IdentityReview, { roles }: Pick<ConsolePerson, 'roles'>): string {
  const applicant = roles.includes('compliance') ? textOf(facts['applicant']) : '';
  return `The document is at the verifier${applicant === '' ? '' : `, applicant ${applicant}`}: look at it there. Its words are not kept here.`;
}

/** The command `review` as it would ask. */
function waysOf(review: IdentityReview): readonly Way[] {
  const { approve, refuse } = WAYS[review.reason];
  const closed = review.status === 'open' ? '' : `It was ${review.status} already.`;
  const about = { action: 'review', subject: String(review.id), closed } as const;
  return [
    { key: 'A', ...about, ...approve, input: { subject: review.subject, decision: 'approve' } },
    { key: 'S', ...about, ...refuse, input: { subject: review.subject, decision: 'refuse' } },
  ];
}

const WAYS: Readonly<
  Record<IdentityReview['reason'], Readonly<Record<'approve' | 'refuse', Pick<Way, 'label' | 'effect'>>>>
> = {
  name_listed: {
    approve: {
      label: 'Another person',
      effect: 'The buyer is let in. This entry is not asked about again for this buyer, until either changes.',
    },
    refuse: {
      label: 'The same person',
      effect: 'The buyer is let in no more. An order that is frozen stays so: nothing is given back by it.',
    },
  },
  document_differs: {
    approve: {
      label: 'The document is theirs',
      effect: 'It counts as this buyer’s: orders that wait for it go on, as the verifier says.',
    },
    refuse: {
      label: 'Somebody else’s',
      effect: 'The document is refused: orders that wait for it end, and what was held for them is let go.',
    },
  },
  answer_changed: {
    approve: { label: 'The new answer counts', effect: 'The buyer is let in with what they say now.' },
    refuse: { label: 'Refuse', effect: 'The buyer is not served. Nothing of theirs is taken.' },
  },
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
