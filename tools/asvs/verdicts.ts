import type { Verdicts } from './verdict.ts';
import { authenticationAndRights } from './verdicts/authenticationAndRights.ts';
import { encodingAndLogic } from './verdicts/encodingAndLogic.ts';
import { frontendAndFiles } from './verdicts/frontendAndFiles.ts';
import { protection } from './verdicts/protection.ts';

/** Verdicts on all requirements of levels 1 and 2. */
export const verdicts: Verdicts = {
  ...encodingAndLogic,
  ...frontendAndFiles,
  ...authenticationAndRights,
  ...protection,
};
