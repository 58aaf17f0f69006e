import { sql } from 'kysely'
import type { NameCheck, WormsTaxon } from '../../../../shared/contracts/worms.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { aphiaIdOf, nameKey } from '../names.ts'
import { namesAtOnce, type WormsClient } from './client.ts'
import { isAccepted, toTaxon } from './records.ts'

/** Finding for a name, without the counts of affected annotations and without earlier decisions. */
export type Finding = Omit<NameCheck, 'annotationCount' | 'imageCount' | 'left'>

interface NameChecks {
  checks: Finding[]
  checkedCount: number
  totalCount: number
  nextCursor: string | null
}

interface NamedLabel {
  id: string
  name: string
  scientific_name: string | null
  scientific_name_id: string | null
  scientific_name_authorship: string | null
  accepted_name_usage_id: string | null
  revision: number
}

/**
 * Compares the next 50 names of a catalog with WoRMS.
 * @throws WormsUnreachable | WormsUnreadable
 */
export async function checkNames(
  db: Database,
  worms: WormsClient,
  { projectId }: Sight,
  { cursor, every = false }: { cursor?: string; every?: boolean }
): Promise<NameChecks> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const named = db
    .selectFrom('label')
    .where('project_id', '=', projectId)
    .$if(!every, labels => labels.where('scientific_name', 'is not', null))
  const { total } = await named.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const labels = await named
    .select(['id', 'name', 'name_key', 'scientific_name', 'scientific_name_id', 'scientific_name_authorship'])
    .select(['accepted_name_usage_id', 'revision'])
    .$if(after !== null, rest => rest.where(sql<boolean>`(name_key, id) > (${after?.[0]}, ${after?.[1]})`))
    .orderBy('name_key')
    .orderBy('id')
    .limit(namesAtOnce)
    .execute()
  const matches = labels.length === 0 ? [] : await worms.recordsByMatchNames(labels.map(nameOf))
  const last = labels.at(-1)
  return {
    checks: labels.flatMap((label, index) => {
      const candidates = (matches[index] ?? []).flatMap(record => toTaxon(record) ?? [])
      return checkOf(label, candidates) ?? []
    }),
    checkedCount: labels.length,
    totalCount: total,
    nextCursor: labels.length === namesAtOnce && last ? writeCursor([last.name_key, last.id]) : null
  }
}

const nameOf = ({ name, scientific_name: scientificName }: NamedLabel) => scientificName ?? name

/** Compares a label with its candidates in WoRMS. @returns the finding; null when WoRMS agrees */
export function checkOf(label: NamedLabel, candidates: WormsTaxon[]): Finding | null {
  const finding = findingOf(label, candidates)
  if (!finding) return null
  const { kind, taxon } = finding
  const likeliest = (taxon ? [taxon, ...candidates.filter(each => each !== taxon)] : candidates).slice(0, 10)
  return {
    labelId: label.id,
    revision: label.revision,
    name: label.name,
    scientificName: label.scientific_name,
    kind,
    candidates: likeliest,
    proposed: likeliest.map(nameToUse).join(' | ')
  }
}

const nameToUse = ({ aphiaId, scientificName, acceptedAphiaId, acceptedName }: WormsTaxon) =>
  `${acceptedName ?? scientificName} ${acceptedAphiaId ?? aphiaId}`

/** Classifies the difference between a label and WoRMS; null without a difference. An unambiguous matching taxon is included. */
function findingOf(label: NamedLabel, candidates: WormsTaxon[]): { kind: NameCheck['kind']; taxon?: WormsTaxon } | null {
  // A label without a scientific name is a taxon only if WoRMS has its name. “Sand” is not a wrong name.
  if (candidates.length === 0) return label.scientific_name === null ? null : { kind: 'unknown' }
  const known = candidates.find(({ aphiaId }) => aphiaId === aphiaIdOf(label.scientific_name_id))
  const written = candidates.filter(({ scientificName }) => nameKey(scientificName) === nameKey(nameOf(label)))
  const taxon = known ?? (written.length === 1 ? written[0] : undefined)
  if (!taxon) return written.length > 1 ? { kind: 'ambiguous' } : label.scientific_name === null ? null : { kind: 'spelling' }
  if (!isAccepted(taxon)) return known && isNoted(label, taxon) ? null : { kind: 'unaccepted', taxon }
  if (!written.includes(taxon)) return { kind: 'spelling', taxon }
  const isWhole = known && (label.scientific_name_authorship !== null || taxon.scientificNameAuthorship === null)
  return isWhole ? null : { kind: 'identify', taxon }
}

/** Whether the label keeps an unaccepted name and also records the accepted one. */
const isNoted = (label: NamedLabel, { acceptedAphiaId }: WormsTaxon) => aphiaIdOf(label.accepted_name_usage_id) === acceptedAphiaId

const writeCursor = (position: [key: string, id: string]) => Buffer.from(JSON.stringify(position)).toString('base64url')

/** Parses a cursor. @throws InvalidRequest for a cursor that this list did not issue */
function readCursor(cursor: string): [key: string, id: string] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(position) && position.length === 2 && position.every(part => typeof part === 'string'))
      return position as [string, string]
  } catch {
    // refused below, like any other invalid cursor
  }
  throw new InvalidRequest([{ path: '/cursor', message: 'is not a cursor of this list' }], 400)
}
