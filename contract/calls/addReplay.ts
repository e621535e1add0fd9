import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { MAX_RECORDING_PART_LENGTH, MAX_RECORDING_PARTS } from '../recordingLimits.ts';

export const addReplay = defineCall({
  name: 'addReplay',
  tag: 'tracking',
  summary:
    'Keeps a part of a recorded visit, for finding a fault. Only while the operator has switched it on; part 0, which may be empty, opens the recording.',
  auth: 'none',
  request: z.object({
    recording: z.uuid().describe('A random id of this recording'),
    sequence: z
      .int()
      .min(0)
      .max(MAX_RECORDING_PARTS - 1)
      .describe('Counts the parts from 0; a part that is sent again is kept once'),
    events: z
      .string()
      .max(MAX_RECORDING_PART_LENGTH)
      .describe(
        'Lines of JSON, one for each event; all parts after another are the recording, and a part may end anywhere',
      ),
  }),
  data: z.object({}),
  errors: ['replay_off', 'replay_full'],
  example: {
    request: { recording: '3f0c5a52-6d0e-4b53-9a52-0d2f6f1f4c11', sequence: 0, events: '' },
    data: {},
  },
});
