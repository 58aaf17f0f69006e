import type { ExportOptions } from '../../../../shared/contracts/exchange.ts'
import type { Database } from '../../storage/database.ts'
import type { LossTally } from '../losses.ts'
import type { FaultReport } from './faults.ts'
import type { ProjectSource } from './project-source.ts'

export interface Writing {
  /** Snapshot of the whole database; `source` reads from it. */
  db: Database
  source: ProjectSource
  options: ExportOptions
  /** Account that requested the export. */
  accountId: string | null
  losses: LossTally
  faults: FaultReport
  path: string
  writtenAt: string
  publicUrl: string | null
}

export interface Written {
  imageCount: number
  annotationCount: number
}
