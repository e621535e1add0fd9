import type { LiveSettings } from '../../configuration/liveSettings.ts';
import type { Probe } from '../../notification/heartbeats/watchHeartbeats.ts';

/** Checks that this process has applied the newest configuration. */
export function settingsProbe({ unreadFault }: Pick<LiveSettings, 'unreadFault'>): Probe {
  return {
    kind: 'configuration_unread',
    async check() {
      const fault = unreadFault();
      return new Map(fault === undefined ? [] : [['', fault]]);
    },
  };
}
