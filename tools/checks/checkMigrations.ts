import { findMigrationFaults } from './findMigrationFaults.ts';

const faults = findMigrationFaults('server/platform/database/migrations/');
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
