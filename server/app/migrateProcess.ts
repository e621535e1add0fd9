import { z } from 'zod';
import { EnvironmentError, pickSetVariables, rolePrefix, variableList } from '../platform/config/environment.ts';
import { createLog } from '../platform/log/log.ts';
import { prepareDatabase } from './start/prepareDatabase.ts';

/** The variables of `ROLE=migrate`; it reads none of other processes, and no secret except its own password. */
const variables = z.object({
  /** Of the role that owns the tables. */
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
  DATABASE_ROLE_PREFIX: rolePrefix,
  CONFIGURATION_SEEDS: variableList,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export const migrateVariables = variables.shape;

/**
 * Runs `ROLE=migrate`: migrates the database and returns. Throws an {@link EnvironmentError} with instructions if a variable is
 * wrong, or if roles are missing that it may not create.
 */
export async function runMigrate(source: NodeJS.ProcessEnv): Promise<void> {
  const filled = pickSetVariables(source);
  const parsed = variables.safeParse(filled);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path: [name], message }) =>
      filled[String(name)] === undefined ? `${String(name)} is missing` : `${String(name)} ${message}`,
    );
    throw new EnvironmentError(problems.join('\n'));
  }
  const { DATABASE_URL, DATABASE_ROLE_PREFIX: prefix, CONFIGURATION_SEEDS: seeds, LOG_LEVEL } = parsed.data;
  const log = createLog(LOG_LEVEL);
  const absent = await prepareDatabase(DATABASE_URL, { prefix, seeds, createRoles: true, log });
  if (absent.length > 0) {
    throw new EnvironmentError(
      `this role may not create roles: as a role that may, run "${absent.map((name) => `create role ${name}`).join('; ')}", then start ROLE=migrate again`,
    );
  }
  log.info('the database is up to date, and every role has its rights');
}
