import type { Observation, ObservationFields, ObservationVersion } from '../../../shared/contracts/observations.ts'
import { withheldName } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import { nameFor } from '../projects/name-for.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { toFields } from './rows.ts'

/** Fields that may reveal a generalised place. */
const ofPlace: readonly string[] = [
  'decimalLatitude',
  'decimalLongitude',
  'coordinateUncertaintyInMeters',
  'minimumDepthInMeters',
  'maximumDepthInMeters',
  'occurrenceRemarks',
  'occurrenceID'
] satisfies (keyof ObservationFields)[]

/** Whether the person behind a change has left. An accepted record may have no person, because a rule accepted the record. */
const isFormer = (accountId: string | null, kind: ObservationVersion['kind']) => accountId === null && kind !== 'accepted'

/**
 * Reads the changes to an observation, newest first. Changes that may reveal a generalised place are omitted. Blind members do not get changes to
 * the link to an annotation either.
 */
export async function historyOf(db: Database, sight: Sight, { id, generalised }: Observation): Promise<ObservationVersion[]> {
  const { accountId, blind } = sight
  const hidden = [...(generalised ? ofPlace : []), ...(blind ? ['sameAsAnnotationId'] : [])]
  const row = await db
    .selectFrom('observation')
    .leftJoin('account', 'account.id', 'observation.modified_by')
    .selectAll('observation')
    .select(nameFor(accountId, 'observation.project_id').as('by'))
    .where('observation.id', '=', id)
    .executeTakeFirstOrThrow()
  const earlier = await db
    .selectFrom('observation_version')
    .innerJoin('observation', 'observation.id', 'observation_version.observation_id')
    .leftJoin('account', 'account.id', 'observation_version.account_id')
    .select(['observation_version.revision', 'observation_version.kind', 'observation_version.at', 'observation_version.fields'])
    .select('observation_version.account_id')
    .select(nameFor(accountId, 'observation.project_id').as('by'))
    .where('observation_id', '=', id)
    .orderBy('observation_version.revision', 'desc')
    .limit(200)
    .execute()
  const { revision, change_kind: kind, modified_at: at, modified_by: accountIdOfLast, by } = row
  const versions = [
    { revision, kind, at, by, isFormerMember: isFormer(accountIdOfLast, kind), fields: toFields(row) },
    ...earlier.map(({ account_id: id, ...version }) => ({
      ...version,
      isFormerMember: isFormer(id, version.kind),
      fields: JSON.parse(version.fields) as ObservationFields
    }))
  ]
  const names = await namesIn(
    db,
    sight,
    versions.map(({ fields }) => fields)
  )
  return versions.map(({ fields, ...version }, place) => {
    const before = versions[place + 1]?.fields
    return { ...version, changes: before ? changesBetween(before, fields, names).filter(({ field }) => !hidden.includes(field)) : [] }
  })
}

/** Reads the names of the labels and sites that the versions refer to, by id. The name of a site with a generalised place is withheld. */
async function namesIn(db: Database, { projectId, places }: Sight, versions: readonly ObservationFields[]): Promise<Map<string, string>> {
  const ids = (field: 'labelId' | 'siteId') => [...new Set(versions.flatMap(fields => fields[field] ?? []))]
  const [labelIds, siteIds] = [ids('labelId'), ids('siteId')]
  const labels = labelIds.length === 0 ? [] : await db.selectFrom('label').select(['id', 'name']).where('id', 'in', labelIds).execute()
  const sites = siteIds.length === 0 ? [] : await db.selectFrom('site').select(['id', 'name']).where('id', 'in', siteIds).execute()
  const gridOf = await (await shownPlaces(db, projectId, places)).ofSites()
  return new Map([
    ...labels.map(({ id, name }) => [id, name] as const),
    ...sites.map(({ id, name }) => [id, gridOf(id) === null ? name : withheldName(id)] as const)
  ])
}

function changesBetween(
  before: ObservationFields,
  after: ObservationFields,
  names: ReadonlyMap<string, string>
): ObservationVersion['changes'] {
  const text = (value: ObservationFields[keyof ObservationFields]) => (value === null ? null : (names.get(String(value)) ?? String(value)))
  return (Object.keys(after) as (keyof ObservationFields)[])
    .filter(field => before[field] !== after[field])
    .map(field => ({ field, from: text(before[field]), to: text(after[field]) }))
}
