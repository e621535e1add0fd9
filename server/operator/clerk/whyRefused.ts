import { ConfigurationError } from '../../configuration/kinds.ts';
import { isDataException, isUniqueViolation } from '../../platform/database/database.ts';
import { StatementRefusedError } from '../../purchase/payment/statementRefusal.ts';
import { CommandError } from '../commandError.ts';

/** What a person reads of an error that no further try would change; undefined for any other. */
export function whyRefused(error: unknown): string | undefined {
  if (error instanceof CommandError || error instanceof ConfigurationError) return error.message;
  if (error instanceof StatementRefusedError) return `${error.reason}: ${error.message}`;
  if (isUniqueViolation(error, 'ledger_transactions_key_key')) return 'it was booked before';
  if (isUniqueViolation(error, 'ledger_transactions_reversed_once')) return 'it was reversed before';
  if (isDataException(error)) return `unkeepable: ${error.message}`;
  return undefined;
}
