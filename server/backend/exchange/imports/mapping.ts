import { sql } from 'kysely'
import type { ImportMapping } from '../../../../shared/contracts/exchange.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import type { FullSight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import type { StoredPreview } from './check.ts'

/**
 * Returns the preview with a person's choices for labels and people applied.
 * @throws InvalidRequest for labels and people outside the file, labels of another catalog, and people who are not members
 */
export async function correctedPreview(
  db: Database,
  { projectId }: FullSight,
  preview: StoredPreview,
  { labels = [], people = [], unnamed, fillFacts }: ImportMapping
): Promise<StoredPreview> {
  const names = await labelNames(
    db,
    projectId,
    labels.flatMap(({ target }) => (target.kind === 'existing' ? [{ id: target.labelId }] : []))
  )
  const memberIds = await members(db, projectId)
  const wrong: { path: string; message: string }[] = []
  const known = { labels: new Set(preview.labels.map(({ id }) => id)), people: new Set(preview.people.map(({ id }) => id)) }
  for (const [at, { id, target }] of labels.entries()) {
    if (!known.labels.has(id)) wrong.push({ path: `/labels/${at}/id`, message: 'is not a label of the file' })
    if (target.kind === 'existing' && !names.has(target.labelId))
      wrong.push({ path: `/labels/${at}/target/labelId`, message: 'is not a label of this catalog' })
  }
  for (const [at, { id, accountId }] of people.entries()) {
    if (!known.people.has(id)) wrong.push({ path: `/people/${at}/id`, message: 'is not a person of the file' })
    if (accountId !== null && !memberIds.has(accountId))
      wrong.push({ path: `/people/${at}/accountId`, message: 'is not a member of this project' })
  }
  if (wrong.length > 0) throw new InvalidRequest(wrong.slice(0, 20))

  const targets = new Map(labels.map(({ id, target }) => [id, target]))
  const persons = new Map(people.map(({ id, ...choice }) => [id, choice]))
  return {
    ...preview,
    labels: preview.labels.map(label => {
      const target = targets.get(label.id)
      if (!target) return label
      return { ...label, ambiguous: false, target, targetName: target.kind === 'existing' ? (names.get(target.labelId) ?? null) : null }
    }),
    people: preview.people.map(person => ({ ...person, ...persons.get(person.id) })),
    ...(unnamed && { unnamed, isUnnamedGiven: true }),
    ...(preview.facts && { facts: { ...preview.facts, fill: fillFacts ?? preview.facts.fill } })
  }
}

async function labelNames(db: Database, projectId: string, ids: { id: string }[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('label')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${jsonItems(db, ids)})`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function members(db: Database, projectId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('project_member').select('account_id').where('project_id', '=', projectId).execute()
  return new Set(rows.map(row => row.account_id))
}
