import { sql } from 'kysely'
import type { GroupUnit, ModelCard, Reliability, TestedSite } from '../../../shared/contracts/ai-models.ts'
import { withheldName } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { testPart } from './groups.ts'
import { expectedCalibrationError, type Judged, reliabilityBins } from './learning/reliability.ts'
import { wilsonShare } from './stored-report.ts'

const bins = 10

interface Test extends Judged {
  group: string
}

/** Summarises the test of a version by probability and by site. Both are null if no test labels are stored. */
export async function testSummary(
  db: Database,
  sight: Sight,
  version: { id: string; unit: GroupUnit }
): Promise<Pick<ModelCard, 'reliability' | 'sites'>> {
  const rows = await db
    .selectFrom('ai_test_item')
    .select(['label_id', 'predicted_id', 'probability', 'group_key'])
    .where('version_id', '=', version.id)
    .where('part', '=', testPart)
    .execute()
  if (rows.length === 0) return { reliability: null, sites: null }
  const tests = rows.map(row => ({ probability: row.probability, isRight: row.label_id === row.predicted_id, group: row.group_key }))
  return { reliability: reliabilityOf(tests), sites: await sitesOf(db, sight, version, tests) }
}

function reliabilityOf(tests: readonly Judged[]): Reliability {
  const filled = reliabilityBins(tests, bins)
  return {
    bins: filled.map(({ sum, ...bin }) => ({
      ...bin,
      meanProbability: bin.count === 0 ? null : sum / bin.count,
      share: bin.count === 0 ? null : wilsonShare(bin.hits, bin.count)
    })),
    calibrationError: expectedCalibrationError(filled)
  }
}

type Place = Pick<TestedSite, 'kind' | 'siteId' | 'name'>

const none: Place = { kind: 'none', siteId: null, name: null }
const deleted: Place = { kind: 'deleted', siteId: null, name: null }

async function sitesOf(
  db: Database,
  sight: Sight,
  version: { id: string; unit: GroupUnit },
  tests: readonly Test[]
): Promise<TestedSite[]> {
  const placeOf = await placesOfGroups(db, sight, version)
  const counts = new Map<string, Place & { count: number; hits: number }>()
  for (const { group, isRight } of tests) {
    const place = placeOf(group)
    const key = place.siteId ?? place.kind
    const before = counts.get(key) ?? { ...place, count: 0, hits: 0 }
    counts.set(key, { ...before, count: before.count + 1, hits: before.hits + (isRight ? 1 : 0) })
  }
  return Array.from(counts.values(), each => ({ ...each, share: wilsonShare(each.hits, each.count) })).sort(byShownName)
}

const kinds = ['site', 'none', 'deleted']

/** Compares sites by the names shown to the viewer, because sorting by hidden names would hint at them. */
const byShownName = (one: Place, other: Place): number =>
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
  (one.name ?? '').localeCompare(other.name ?? '', 'en', { numeric: true }) ||
  ((one.siteId ?? '') < (other.siteId ?? '') ? -1 : 1)

/** Returns a lookup of the place of a group: its site, or the current site of its image. Either may be missing or deleted. */
async function placesOfGroups(
  db: Database,
  sight: Sight,
  { id, unit }: { id: string; unit: GroupUnit }
): Promise<(group: string) => Place> {
  const [sites, ofImages] = [await shownSites(db, sight), unit === 'image' ? await sitesOfImages(db, id) : null]
  const atSite = (siteId: string): Place => {
    const name = sites.get(siteId)
    return name === undefined ? deleted : { kind: 'site', siteId, name }
  }
  return group => {
    const [kind, groupId = ''] = group.split(':')
    if (kind === 'site') return atSite(groupId)
    if (ofImages === null) return none // the image had no site when the groups were formed
    const siteId = ofImages.get(groupId)
    return siteId === undefined ? deleted : siteId === null ? none : atSite(siteId)
  }
}

/** Reads the names of the sites of a project as shown to the viewer, by site id. */
async function shownSites(db: Database, { projectId, places }: Sight): Promise<Map<string, string>> {
  const { ofSites } = await shownPlaces(db, projectId, places)
  const gridOf = await ofSites()
  const sites = await db.selectFrom('site').select(['id', 'name']).where('project_id', '=', projectId).execute()
  return new Map(sites.map(({ id, name }) => [id, gridOf(id) === null ? name : withheldName(id)]))
}

/** Reads the current sites of the test images, by image id. Permanently deleted images are missing. */
async function sitesOfImages(db: Database, versionId: string): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; site_id: string | null }>`
    select media.id, media.site_id from media where media.id in (
      select substr(group_key, ${sql.lit('media:'.length + 1)}) from ai_test_item where version_id = ${versionId} and part = ${testPart})`.execute(
    db
  )
  return new Map(rows.map(({ id, site_id: siteId }) => [id, siteId]))
}
