import { type ByteSource, quoted, seenNames } from '../../../files/reading.ts'
import type { ArchiveTable } from './meta.ts'
import { type ArchiveRow, archiveRows } from './table-read.ts'

/** Terms for a name and its higher taxa. */
const terms = [
  ...(['taxonID', 'scientificName', 'scientificNameID', 'scientificNameAuthorship', 'taxonRank', 'verbatimIdentification'] as const),
  ...(['identificationQualifier', 'genericName', 'specificEpithet', 'infraspecificEpithet'] as const),
  ...(['kingdom', 'phylum', 'class', 'order', 'family', 'genus'] as const)
] as const

type Name = ReadonlyMap<string, string>

interface Tables {
  core: ArchiveTable
  coreContent: ByteSource
  occurrences: ArchiveTable
  content: ByteSource
}

/**
 * Names from core records, for occurrences that have none themselves. Only the names needed are held in memory, and equal names only once.
 * @throws NotThisFormat when too many occurrences need one
 */
export async function namesOfCore({ core, coreContent, occurrences, content }: Tables) {
  const wanted = seenNames('records without a name of their own')
  for await (const row of archiveRows(content, occurrences, {})) if (!('kind' in row) && !row.cell('scientificName')) wanted.add(row.key)

  const names = new Map<string, Name>()
  const known = new Map<string, Name>()
  for await (const row of archiveRows(coreContent, core, {})) {
    if ('kind' in row || !wanted.has(row.key) || names.has(row.key)) continue
    const name = nameOf(row, core)
    const values = JSON.stringify([...name])
    const same = known.get(values) ?? name
    known.set(values, same)
    names.set(row.key, same)
  }

  return {
    /** Returns the cells of an occurrence. If it has no name, the core record supplies one. */
    cellOf({ key, cell }: ArchiveRow): ArchiveRow['cell'] {
      const name = cell('scientificName') ? undefined : names.get(key)
      return name ? term => cell(term) || (name.get(term) ?? '') : cell
    },

    /** Reason why an occurrence has no name, worded as the end of a sentence. */
    whyNot(key: string): string {
      return names.has(key) ? `, nor has ${quoted(key)} in the core` : `, and the core has no ${quoted(key)}`
    }
  }
}

/** Name of a core record. The key of a taxon is often its identifier, which then has no column. */
function nameOf({ key, cell }: ArchiveRow, { rowType }: ArchiveTable): Name {
  const given = terms.flatMap((term): [string, string][] => (cell(term) ? [[term, cell(term)]] : []))
  const name = new Map(given)
  if (rowType === 'Taxon' && !name.has('taxonID')) name.set('taxonID', key)
  return name
}
