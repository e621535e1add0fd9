import { ConfigurationError } from '../../configuration/configurationKinds.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import type { AcceptedConfigurationContext } from './acceptedConfiguration.ts';
import { type Contradiction, judgeRows } from './judgeRows.ts';
import { buildUsedSettings, digestRows, formatRowName, isUsedRow, readUsedRows } from './usedRows.ts';

/**
 * Returns, for an operator on the signer's machine, how the configuration differs from the accepted one. With a digest that
 * it showed before, it also requests that the signer accept the configuration. Throws ConfigurationError if the signer
 * cannot.
 */
export async function reviewRows(
  context: Omit<AcceptedConfigurationContext, 'log' | 'now'>,
  digest: string | undefined,
): Promise<readonly string[]> {
  const { database, rowStore, acceptance, seeds } = context;
  const pinned = (await rowStore.read())?.filter(isUsedRow);
  if (!pinned) return ['The signer has not started yet. It accepts the configuration at its first start.'];
  const present = await readUsedRows(database);
  const { contradictions } = await judgeRows(context, pinned, present, await readStatementTime(context));
  const shown = digestRows(present);
  if (digest !== undefined) {
    if (digest !== shown)
      throw new ConfigurationError(`the configuration has the digest ${shown}, not ${digest}: check it again`);
    buildUsedSettings(present, seeds);
    await acceptance.write(digest);
    return ['The signer accepts this configuration within seconds, or at its next start.'];
  }
  if (contradictions.length === 0)
    return ['The configuration is the accepted one, or differs from it by what operators have signed.'];
  const [before, after] = [pinned, present].map((rows) => new Map(rows.map((row) => [formatRowName(row), row.value])));
  const describe = ({ row, change }: Contradiction) => [
    `${change}  ${row}`,
    `  accepted  ${JSON.stringify(before?.get(row) ?? null)}`,
    `  present   ${JSON.stringify(after?.get(row) ?? null)}`,
  ];
  return [
    ...contradictions.flatMap(describe),
    '',
    'Operators have not signed these rows, or the signatures have expired. The signer uses the accepted ones.',
    `If the present ones are right, run this command again with ${shown}`,
  ];
}
