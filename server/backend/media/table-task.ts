import type { ClockSetting } from '../../../shared/contracts/camera-clocks.ts'
import type { DatabasePlace } from '../storage/database.ts'

export interface TableTask extends DatabasePlace {
  projectId: string
  file: Uint8Array
  dryRun: boolean
  /** Clock setting for times without a zone; null to ignore these times. */
  setting: ClockSetting | null
}
