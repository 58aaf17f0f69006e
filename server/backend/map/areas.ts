import { type MapArea, type MapAreaDraft, mapAreaHours } from '../../../shared/contracts/map.ts'
import { mapCodes } from '../../../shared/error-codes/map.ts'
import { edgesOfLasso, LassoError, lassoOf } from '../../../shared/geometry/lasso.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import { timestamp } from '../../lib/clock.ts'
import { codedError } from '../../lib/coded-error.ts'
import { InvalidRequest, NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { AccountSight, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { unitsPerDegree } from './h3-cells.ts'

const hourMs = 3_600_000
/** Time in milliseconds for which an expired area is kept, so that a link to it gets a clear answer. */
const forgottenAfterMs = 30 * 24 * hourMs
/** Maximum number of areas that one person keeps in a project. Expired areas are deleted to make room for a new area. */
const mostOfPerson = 1_000

const AreaExpired = codedError(mapCodes.AREA_EXPIRED)
const TooManyAreas = codedError<[string, string]>(mapCodes.TOO_MANY_AREAS)

/**
 * Keeps an area that a person drew on the map.
 * @throws TooManyAreas
 * @throws InvalidRequest for invalid coordinates, or a line that encloses nothing
 */
export async function keepArea(db: Database, { projectId, accountId }: AccountSight, { line }: MapAreaDraft): Promise<MapArea> {
  const { ring, box } = lassoIn(line)
  const now = Date.now()
  const row = {
    id: newId(),
    project_id: projectId,
    created_by: accountId,
    created_at: timestamp(now),
    expires_at: timestamp(now + mapAreaHours * hourMs),
    ring: JSON.stringify(ring),
    ...box
  }
  const edges = edgesOfLasso({ ring }).map((edge, position) => ({ area_id: row.id, position, ...edge }))
  await db.transaction().execute(async transaction => {
    await makeRoom(transaction, row)
    await transaction.insertInto('map_area').values(row).execute()
    for (let from = 0; from < edges.length; from += 100)
      await transaction
        .insertInto('map_area_edge')
        .values(edges.slice(from, from + 100))
        .execute()
  })
  return toArea(row)
}

interface Draft {
  project_id: string
  created_by: string
  created_at: string
}

/** Deletes expired areas of the person if there is no room for another. Other areas stay, because a job may work in them. @throws TooManyAreas */
async function makeRoom(transaction: Database, { project_id, created_by, created_at: now }: Draft): Promise<void> {
  const kept = await transaction
    .selectFrom('map_area')
    .select(['id', 'expires_at'])
    .where('project_id', '=', project_id)
    .where('created_by', '=', created_by)
    .orderBy('expires_at')
    .execute()
  if (kept.length < mostOfPerson) return
  const expired = kept.filter(({ expires_at: end }) => end <= now).map(({ id }) => id)
  if (kept.length - expired.length >= mostOfPerson) throw new TooManyAreas(`${mostOfPerson}`, kept[expired.length]!.expires_at)
  if (expired.length > 0) await transaction.deleteFrom('map_area').where('id', 'in', expired).execute()
}

function lassoIn(line: MapAreaDraft['line']) {
  const points = line.map(([longitude = Number.NaN, latitude = Number.NaN]) => ({ longitude, latitude }))
  const wrong = points.findIndex(({ longitude, latitude }) => !(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90))
  if (wrong >= 0) throw new InvalidRequest([{ path: `/line/${wrong}`, message: 'is not a longitude and a latitude in degrees' }])
  try {
    return lassoOf(points)
  } catch (error) {
    if (!(error instanceof LassoError)) throw error
    throw new InvalidRequest([{ path: '/line', message: error.message }])
  }
}

/** Reads a drawn area. @throws NotFound @throws AreaExpired */
export async function areaOf(db: Database, { projectId }: Sight, areaId: string): Promise<MapArea> {
  const row = await db.selectFrom('map_area').selectAll().where('id', '=', areaId).where('project_id', '=', projectId).executeTakeFirst()
  if (!row) throw new NotFound('The area')
  if (row.expires_at <= timestamp()) throw new AreaExpired()
  return toArea(row)
}

const toArea = (row: { id: string; ring: string; created_at: string; expires_at: string }): MapArea => ({
  id: row.id,
  ring: (JSON.parse(row.ring) as Vertex[]).map(([x, y]) => [x / unitsPerDegree, Math.max(-90, Math.min(90, y / unitsPerDegree))]),
  createdAt: row.created_at,
  expiresAt: row.expires_at
})

/** Deletes areas some time after they expired. Until then, a link to such an area leads to a message that the area has expired. */
export async function forgetAreas(db: Database): Promise<void> {
  await db
    .deleteFrom('map_area')
    .where('expires_at', '<', timestamp(Date.now() - forgottenAfterMs))
    .execute()
}
