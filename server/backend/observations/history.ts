import type { Observation, ObservationFields, ObservationVersion } from '../../../shared/contracts/observations.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { nameFor, toFields } from './rows.ts'

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

/** Changes of an observation, newest first. Changes of a generalised place are left out. */
export async function historyOf(db: Database, { accountId }: Sight, { id, generalised }: Observation): Promise<ObservationVersion[]> {
  const row = await db
    .selectFrom('observation')
    .leftJoin('account', 'account.id', 'observation.modified_by')
    .selectAll('observation')
    .select(nameFor(accountId).as('by'))
    .where('observation.id', '=', id)
    .executeTakeFirstOrThrow()
  const earlier = await db
    .selectFrom('observation_version')
    .innerJoin('observation', 'observation.id', 'observation_version.observation_id')
    .leftJoin('account', 'account.id', 'observation_version.account_id')
    .select(['observation_version.revision', 'observation_version.kind', 'observation_version.at', 'observation_version.fields'])
    .select(nameFor(accountId).as('by'))
    .where('observation_id', '=', id)
    .orderBy('observation_version.revision', 'desc')
    .limit(200)
    .execute()
  const { revision, change_kind: kind, modified_at: at, by } = row
  const versions = [
    { revision, kind, at, by, fields: toFields(row) },
    ...earlier.map(version => ({ ...version, fields: JSON.parse(version.fields) as ObservationFields }))
  ]
  return versions.map(({ fields, ...version }, place) => {
    const before = versions[place + 1]?.fields
    return { ...version, changes: before ? changesBetween(before, fields, generalised !== undefined) : [] }
  })
}

function changesBetween(before: ObservationFields, after: ObservationFields, isGeneralised: boolean): ObservationVersion['changes'] {
  const text = (value: ObservationFields[keyof ObservationFields]) => (value === null ? null : String(value))
  return (Object.keys(after) as (keyof ObservationFields)[])
    .filter(field => before[field] !== after[field] && !(isGeneralised && ofPlace.includes(field)))
    .map(field => ({ field, from: text(before[field]), to: text(after[field]) }))
}
