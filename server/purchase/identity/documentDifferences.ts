import type { VerifiedDetails } from '../../account/judgeDetails.ts';
import { nameWords } from '../../account/names/nameWords.ts';
import type { DocumentDetails, DocumentName } from '../../providers/identity/identityPort.ts';

/** What of the buyer's details a document contradicts, or does not say. Citizenship counts where the verifier knows it. */
export function documentDifferences(
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
 * Everything that the buyer said stands in the document, with a given and a family name: in any order, case and script. The
 * document may have more, as middle names are often left out.
 */
function isSameName({ firstName, lastName }: VerifiedDetails, document: DocumentName): boolean {
  const said = wordsOf(`${firstName} ${lastName}`);
  const parts = [wordsOf(document.given), wordsOf(document.family)];
  const printed = parts.flat();
  const areNamed = parts.every((part) => part.length === 0 || part.some((word) => said.includes(word)));
  return said.length > 0 && areNamed && said.every((word) => printed.includes(word));
}

/** The machine-readable lines of a passport write ä as ae or as a (ICAO 9303), and so do people. */
function wordsOf(name: string): string[] {
  return nameWords(name).map((word) => word.replaceAll(/([aou])e/g, '$1'));
}
