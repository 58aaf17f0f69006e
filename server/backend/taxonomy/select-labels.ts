import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'

export const labelColumns = [
  ...(['label.id', 'label.project_id', 'label.parent_id', 'label.name', 'label.name_key', 'label.scientific_name'] as const),
  ...(['label.scientific_name_authorship', 'label.taxon_rank', 'label.scientific_name_id', 'label.accepted_name_usage'] as const),
  ...(['label.accepted_name_usage_id', 'label.taxonomic_status', 'label.identification_qualifier', 'label.morphospecies'] as const),
  ...(['label.synonyms', 'label.vernacular_names', 'label.environments', 'label.conservation_status', 'label.colour'] as const),
  ...([
    'label.hotkey',
    'label.definition',
    'label.identification_notes',
    'label.verbatim_identification',
    'label.words',
    'label.annotation_count'
  ] as const),
  ...(['label.created_at', 'label.modified_at', 'label.modified_by', 'label.change_kind', 'label.revision'] as const)
] as const

/** Returns a query for labels with their number of children, and with the favourites and own keys of an account. */
export function selectLabels(db: Database, accountId: string) {
  return db
    .selectFrom('label')
    .select(labelColumns)
    .select(({ selectFrom }) => [
      selectFrom('label as child')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('child.parent_id', '=', 'label.id')
        .$asScalar()
        .$notNull()
        .as('child_count'),
      sql<0 | 1>`case when exists (
        select 1 from label_favourite where label_favourite.label_id = label.id and label_favourite.account_id = ${accountId}
      ) then 1 else 0 end`.as('favourite'),
      selectFrom('label_own_key')
        .select('digit')
        .whereRef('label_own_key.label_id', '=', 'label.id')
        .where('label_own_key.account_id', '=', accountId)
        .$asScalar()
        .as('own_key')
    ])
}
