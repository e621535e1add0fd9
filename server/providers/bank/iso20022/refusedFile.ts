import { z } from 'zod';
import type { RefusedFile, StatementRefusal } from '../bankPort.ts';
import { describeFault } from './elements.ts';
import { InconsistentStatementError } from './entryIdentity.ts';
import { DocumentTypeError, NoDocumentError } from './xmlDocument.ts';

export function refuseFile(reason: StatementRefusal, detail: string): RefusedFile {
  return { kind: 'refused', reason, detail };
}

/** Maps an error of a reader to the refusal of the file. */
export function toFileRefusal(error: unknown): RefusedFile {
  if (error instanceof DocumentTypeError) return refuseFile('document_type', error.message);
  if (error instanceof NoDocumentError) return refuseFile('not_a_statement', error.message);
  if (error instanceof InconsistentStatementError) return refuseFile('inconsistent', error.message);
  if (error instanceof z.ZodError) return refuseFile('inconsistent', describeFault(error));
  return refuseFile('not_a_statement', 'unreadable');
}
