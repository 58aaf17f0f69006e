import type { TrackSource } from '../../../shared/contracts/navigation.ts'
import { TrackNotReady } from './errors.ts'
import type { TrackRow } from './track-rows.ts'

/** Track that has been read, with the facts needed for placing images. */
export interface ReadyTrack {
  id: string
  projectId: string
  name: string
  source: TrackSource
  firstMs: number
  lastMs: number
}

/** @throws TrackNotReady */
export function readyTrack(row: Pick<TrackRow, 'id' | 'project_id' | 'name' | 'source' | 'state' | 'first_at' | 'last_at'>): ReadyTrack {
  if (row.state !== 'ready' || row.first_at === null || row.last_at === null) throw new TrackNotReady()
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    source: row.source,
    firstMs: Date.parse(row.first_at),
    lastMs: Date.parse(row.last_at)
  }
}
