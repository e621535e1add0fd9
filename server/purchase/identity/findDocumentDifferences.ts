import type { VerifiedDetails } from '../../account/details/detailReviews.ts';
import { comparePersonName, haveWordInCommon } from '../../account/names/comparePersonName.ts';
import { spellWords } from '../../account/names/spelledWord.ts';
import type { DocumentDetails, DocumentName } from '../../providers/identity/identityPort.ts';

/** Returns the buyer's details that a document contradicts or lacks. A missing citizenship is no difference. */
export function findDocumentDifferences(
  details: VerifiedDetails,
  document: DocumentDetails | undefined,
): ('name' | 'birthDate' | 'citizenship')[] {
  const { names = [], birthDate, citizenship } = document ?? {};
  const isSame = {
    name: names.some((name) => isSameName(details, name)),
    birthDate: birthDate === details.birthDate,
    citizenship: citizenship === undefined || citizenship === details.citizenship,
  };
  return (['name', 'birthDate', 'citizenship'] as const).filter((field) => !isSame[field]);
}

/**
 * Returns whether the document has every name that the buyer entered, and the buyer entered at least one of the document's
 * given names and one of its family names. Other names of the document may be missing, such as middle names. An initial is
 * not enough.
 */
function isSameName(details: VerifiedDetails, { given, family }: DocumentName): boolean {
  const entered = `${details.firstName} ${details.lastName}`;
  const areNamed = [given, family].every((part) => spellWords(part).length === 0 || haveWordInCommon(part, entered));
  return areNamed && comparePersonName(`${given} ${family}`, details) === 'same';
}
