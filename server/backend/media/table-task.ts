import type { ClockSetting } from '../../../shared/contracts/camera-clocks.ts'
import type { PlaceViewer } from '../generalisations/shown-places.ts'
import type { DatabasePlace } from '../storage/database.ts'

export interface TableTask extends DatabasePlace {
  projectId: string
  /** Viewer who sends the table. Places that are generalised for this viewer are not changed. */
  places: PlaceViewer
  file: Uint8Array
  dryRun: boolean
  /** Clock setting for times without a zone; null to ignore these times. */
  setting: ClockSetting | null
}
