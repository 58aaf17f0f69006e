import { sql } from 'kysely'
import type { ResultsOptions } from '../../../shared/contracts/results.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import { harmlessColumn } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import { countedObservations } from '../observations/repository.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { interruptible } from '../storage/interruptible.ts'
import { entryIsNumber, jsonEntries } from '../storage/json-values.ts'
import { hasSamples } from './counted.ts'
import { taxaOf } from './taxa.ts'

const mostColumns = 200
const attributesExamined = 20_000

/** Taxonomic ranks from the highest to the lowest. Other ranks sort after them. */
const rankOrder = [
  ...['superdomain', 'domain', 'kingdom', 'subkingdom', 'phylum', 'subphylum', 'superclass', 'class', 'subclass', 'superorder', 'order'],
  ...['suborder', 'infraorder', 'superfamily', 'family', 'subfamily', 'tribe', 'genus', 'subgenus', 'species', 'subspecies']
]

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Reads the options for grouping and counting the results of a project. */
export async function optionsOf(db: Database, sight: Sight): Promise<ResultsOptions> {
  const { projectId, places } = sight
  const { isExact } = await shownPlaces(db, projectId, places)
  const { rows } = await sql<Pick<ResultsOptions, 'images' | 'imagesWithSite' | 'imagesWithDepth' | 'imagesWithDate'>>`
    select count(*) as images, count(site_id) as "imagesWithSite", count(depth_in_meters) as "imagesWithDepth", count(event_date) as "imagesWithDate"
    from media where project_id = ${projectId} and removed_at is null`.execute(db)
  const { annotations } = await db
    .selectFrom('annotation')
    .select(sql<number>`count(*)`.as('annotations'))
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .where(shownTo(sight))
    .where(interruptible(db))
    .executeTakeFirstOrThrow()
  const columns = await sql<{ key: string }>`
    select distinct entry.key as key from media, ${jsonEntries(db, 'media.metadata')}
    where media.project_id = ${projectId} and media.removed_at is null and media.metadata <> '{}'
    order by 1 limit ${mostColumns}`.execute(db)
  const attributes = await sql<{ key: string }>`
    select distinct entry.key as key
    from (
      select attributes from annotation
      where project_id = ${projectId} and removed_at is null and attributes <> '{}' and ${shownTo(sight)} order by id desc limit ${attributesExamined}
    ) as newest, ${jsonEntries(db, 'newest.attributes')} where ${entryIsNumber(db)}
    order by 1`.execute(db)
  const { own, outside } = await observationsOf(db, sight)
  const { byId } = await taxaOf(db, sight, { records: own + outside > 0 ? 'both' : 'annotations' })
  const ranks = new Set([...byId.values()].flatMap(({ taxonRank }) => taxonRank ?? []))
  const place = (rank: string) => (rankOrder.includes(rank) ? rankOrder.indexOf(rank) : rankOrder.length)
  return {
    ...(rows[0] ?? { images: 0, imagesWithSite: 0, imagesWithDepth: 0, imagesWithDate: 0 }),
    annotations,
    ...(own > 0 && { observations: own }),
    ...(outside > 0 && { outsideObservations: outside }),
    metadataColumns: columns.rows.map(({ key }) => key).filter(key => isExact || harmlessColumn.test(key)),
    taxa: [...byId.values()].sort((a, b) => natural.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)),
    ranks: [...ranks].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1)),
    countAttributes: attributes.rows.map(({ key }) => key),
    unreviewed: await unreviewedOf(db, sight)
  }
}

/** Counts the observations that can be included: observations by the team, and observations from outside records. */
async function observationsOf(db: Database, sight: Sight): Promise<{ own: number; outside: number }> {
  const found = await db
    .selectFrom('observation')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('record_id').as('outside')])
    .where(countedObservations(sight))
    .executeTakeFirstOrThrow()
  return { own: Number(found.all) - Number(found.outside), outside: Number(found.outside) }
}

/** Counts unreviewed suggestions by program. Sample points are excluded, because they measure cover. */
async function unreviewedOf(db: Database, sight: Sight): Promise<ResultsOptions['unreviewed']> {
  const isSamplePoint = sql<boolean>`exists (select 1 from sample_point where sample_point.annotation_id = annotation.id)`
  return db
    .selectFrom('annotation')
    .select(['annotator as program', sql<number>`count(*)`.as('annotations')])
    .where('project_id', '=', sight.projectId)
    .where(sql<boolean>`removed_at is null and source = 'machine'`) // literals, so that the index of these rows applies
    .where('review_state', 'not in', ['confirmed', 'rejected'])
    .where(shownTo(sight))
    .$if(await hasSamples(db, sight.projectId), query => query.where(sql<boolean>`not ${isSamplePoint}`))
    .where(interruptible(db))
    .groupBy('annotator')
    .orderBy('annotations', 'desc')
    .execute()
}
