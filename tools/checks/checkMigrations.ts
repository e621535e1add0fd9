import { findMigrationFaults } from './findMigrationFaults.ts';

/** `node tools/checks/checkMigrations.ts` from the project's root: prints each fault, and exits with status 1 if there is one. */
const faults = findMigrationFaults('server/platform/database/migrations/');
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
