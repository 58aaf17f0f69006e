import type { ClockSetting } from '../../../shared/contracts/camera-clocks.ts'
import type { DatabasePlace } from '../storage/database.ts'

export interface TableTask extends DatabasePlace {
  projectId: string
  file: Uint8Array
  dryRun: boolean
  /** Of times whose zone the table does not give; null: they are not taken. */
  setting: ClockSetting | null
}
