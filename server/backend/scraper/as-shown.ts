import type { MatchKind, RecordDetail, ScrapedRecord } from '../../../shared/contracts/outside-records.ts'
import type { RunDiff } from '../../../shared/contracts/scraper.ts'
import { wholeMeters } from '../../../shared/geometry/place-grid.ts'
import { flagNames, isPlaceFlag } from '../../../shared/outside/flags.ts'
import { placeAsShown } from '../generalisations/as-shown.ts'
import type { ShownPlaces } from '../generalisations/shown-places.ts'

/** Darwin Core terms about the organism and the time of the event. Unlike other terms, they cannot reveal a location. */
const harmlessTerms = new Set([
  ...[
    'scientificName',
    'scientificNameID',
    'scientificNameAuthorship',
    'originalScientificName',
    'acceptedNameUsage',
    'aphiaID',
    'taxonRank'
  ],
  ...['kingdom', 'phylum', 'class', 'order', 'family', 'genus', 'species', 'vernacularName', 'verbatimIdentification', 'identifiedBy'],
  ...['basisOfRecord', 'occurrenceStatus', 'individualCount', 'organismQuantity', 'organismQuantityType', 'sex', 'lifeStage', 'behavior'],
  ...['eventDate', 'year', 'month', 'day', 'recordedBy', 'license', 'rightsHolder', 'institutionCode', 'datasetName']
])

/**
 * Removes exact locations from outside records. Positions are snapped to the grid, and depths are rounded to whole metres. Links and identifiers are
 * removed, because they lead to the exact location. So are flags and similarities derived from the location, and source flags that Isobath does not
 * define. A similarity is removed from both records, because either one would reveal the place of the other.
 */
export async function recordsAsShown<R extends ScrapedRecord>(shown: ShownPlaces, records: readonly R[]): Promise<R[]> {
  if (shown.isExact) return [...records]
  const gridOf = await shown.ofRecords(records.flatMap(({ id, match }) => [id, match?.recordId ?? id]))
  return records.map(record => {
    const grid = gridOf(record.id)
    const isHidden =
      record.match !== null && isSimilarity(record.match.kind) && (grid ?? gridOf(record.match.recordId ?? record.id)) !== null
    const match = isHidden ? null : record.match
    if (grid === null) return { ...record, match }
    return {
      ...record,
      match,
      ...placeAsShown(record, grid),
      minimumDepthInMeters: wholeMeters(record.minimumDepthInMeters),
      maximumDepthInMeters: wholeMeters(record.maximumDepthInMeters),
      flags: record.flags.filter(isHarmlessFlag),
      sourceFlags: record.sourceFlags.filter(isHarmlessFlag),
      identity: record.id,
      url: null
    }
  })
}

/** Whether a match is found by comparing locations. */
const isSimilarity = (kind: MatchKind) => kind === 'likely' || kind === 'possible'

const isHarmlessFlag = (name: string) => flagNames.some(flag => flag === name && !isPlaceFlag(flag))

/** Removes the exact location from a record, including its original form and its versions. */
export async function detailAsShown(shown: ShownPlaces, detail: RecordDetail): Promise<RecordDetail> {
  const [record = detail] = await recordsAsShown(shown, [detail])
  if (!record.generalised) return record
  return {
    ...record,
    fields: Object.fromEntries(Object.entries(record.fields).filter(([name]) => harmlessTerms.has(name))),
    versions: record.versions.map(version => ({ ...version, changes: version.changes.filter(isHarmless) })),
    raw: null
  }
}

/** Removes from the differences between two runs the changes that could reveal an exact location. */
export async function diffAsShown(shown: ShownPlaces, diff: RunDiff): Promise<RunDiff> {
  if (shown.isExact) return diff
  const gridOf = await shown.ofRecords(diff.changed.map(({ recordId }) => recordId))
  const changed = diff.changed.map(record =>
    gridOf(record.recordId) === null ? record : { ...record, changes: record.changes.filter(isHarmless) }
  )
  return { ...diff, changed }
}

const isHarmless = ({ field }: RunDiff['changed'][number]['changes'][number]) => harmlessTerms.has(field)
