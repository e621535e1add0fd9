import { z } from 'zod';
import type { RefusedFile, StatementRefusal } from '../bankPort.ts';
import { nameFault } from './elements.ts';
import { InconsistentStatementError } from './entryIdentity.ts';
import { DocumentTypeError, NoDocumentError } from './xmlDocument.ts';

export function refused(reason: StatementRefusal, detail: string): RefusedFile {
  return { kind: 'refused', reason, detail };
}

/** What a file is refused for that could not be read. */
export function refusedFor(error: unknown): RefusedFile {
  if (error instanceof DocumentTypeError) return refused('document_type', error.message);
  if (error instanceof NoDocumentError) return refused('not_a_statement', error.message);
  if (error instanceof InconsistentStatementError) return refused('inconsistent', error.message);
  if (error instanceof z.ZodError) return refused('inconsistent', nameFault(error));
  return refused('not_a_statement', 'unreadable');
}
