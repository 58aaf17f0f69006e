import { sql } from 'kysely'
import type { TrackLines } from '../../../shared/contracts/navigation.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { mostStored, type TrackLine, thinnedLine } from './line-maker.ts'

/** Maximum number of vertices in one response. The more tracks a project has, the fewer vertices each line gets. */
const mostVertices = 60_000

/** Stores the line of a track. */
export async function keepLine(db: Database, trackId: string, line: TrackLine): Promise<void> {
  const parts = JSON.stringify(line)
  await db
    .insertInto('nav_line')
    .values({ track_id: trackId, parts })
    .onConflict(conflict => conflict.column('track_id').doUpdateSet({ parts }))
    .execute()
}

/** Whether a viewer sees every exact place of a project. A track reveals the exact position of its images. */
export const seesEveryPlace = async (db: Database, { projectId, places }: Scope) => (await shownPlaces(db, projectId, places)).isExact

/** Reads the lines of the tracks of a project for a viewer. Viewers with generalised places get no lines. */
export async function linesSeenBy(db: Database, scope: Scope): Promise<TrackLines> {
  const isExact = await seesEveryPlace(db, scope)
  return { lines: isExact ? await linesOfTracks(db, scope.projectId) : [], isWithheld: !isExact }
}

/** Reads the lines of the tracks of a project, in order of start time. */
async function linesOfTracks(db: Database, projectId: string): Promise<TrackLines['lines']> {
  const rows = await db
    .selectFrom('nav_track')
    .innerJoin('nav_line', 'nav_line.track_id', 'nav_track.id')
    .select(['nav_track.id', 'nav_track.name', 'nav_track.source', 'nav_track.first_at', 'nav_track.last_at', 'nav_line.parts'])
    .where('nav_track.project_id', '=', projectId)
    .where('nav_track.removed_at', 'is', null)
    .where('nav_track.state', '=', 'ready')
    .orderBy(sql`nav_track.first_at`)
    .orderBy('nav_track.id')
    .execute()
  const most = Math.floor(mostVertices / Math.max(1, rows.length))
  return rows.map(({ id: trackId, name, source, first_at: firstAt, last_at: lastAt, parts }) => {
    const line: TrackLine = JSON.parse(parts)
    return { trackId, name, source, firstAt, lastAt, parts: most < mostStored ? thinnedLine(line, most) : line }
  })
}
