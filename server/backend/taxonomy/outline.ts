import { sql } from 'kysely'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { hiddenByLabel } from '../annotations/rounds/blind.ts'
import type { AccountSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { coloursShownBlind } from './colours.ts'
import { toOutline } from './rows.ts'

/** Reads an outline of the whole catalog, sorted by name, as an account sees it. For a blind member, the counts exclude hidden annotations. */
export async function outlineOf(db: Database, sight: AccountSight): Promise<{ labels: OutlineLabel[] }> {
  const { projectId, accountId, blind } = sight
  const rows = await db
    .selectFrom('label')
    .leftJoin('label_favourite', join =>
      join.onRef('label_favourite.label_id', '=', 'label.id').on('label_favourite.account_id', '=', accountId)
    )
    .leftJoin('label_own_key', join => join.onRef('label_own_key.label_id', '=', 'label.id').on('label_own_key.account_id', '=', accountId))
    .select(['id', 'parent_id', 'name', 'scientific_name', 'taxon_rank', 'scientific_name_id', 'identification_qualifier'])
    .select(['scientific_name_authorship', 'taxonomic_status', 'accepted_name_usage'])
    .select([
      'morphospecies',
      'synonyms',
      'vernacular_names',
      'colour',
      'hotkey',
      'annotation_count',
      'palette_colour',
      'palette_colour_at'
    ])
    .select(sql<0 | 1>`case when label_favourite.label_id is null then 0 else 1 end`.as('favourite'))
    .select('label_own_key.digit as own_key')
    .where('label.project_id', '=', projectId)
    .orderBy('name_key')
    .orderBy('id')
    .execute()
  const labels = rows.map(toOutline)
  if (!blind) return { labels }
  const seen = withoutHidden(labels, await hiddenByLabel(db, blind))
  const used = new Set(seen.flatMap(({ id, annotationCount = 0 }) => (annotationCount > 0 ? [id] : [])))
  const colours = await coloursShownBlind(db, sight, blind, rows)
  return {
    labels: seen.map(({ annotationCount, paletteColour: _, ...label }) => {
      const colour = colours.get(label.id)
      return { ...label, ...(colour !== undefined && { paletteColour: colour }), ...(used.has(label.id) && { annotationCount }) }
    })
  }
}

/** Subtracts hidden annotations from the annotation counts of labels. @param hidden number of hidden annotations by label id */
export function withoutHidden<L extends { id: string; annotationCount?: number }>(
  labels: L[],
  hidden: ReadonlyMap<string, number> | null
): L[] {
  if (!hidden) return labels
  return labels.map(label => {
    const count = hidden.get(label.id)
    return count ? { ...label, annotationCount: Math.max(0, (label.annotationCount ?? 0) - count) } : label
  })
}
