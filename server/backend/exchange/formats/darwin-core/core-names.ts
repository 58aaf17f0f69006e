import { type ByteSource, quoted, seenNames } from '../../../files/reading.ts'
import type { ArchiveTable } from './meta.ts'
import { type ArchiveRow, archiveRows } from './table-read.ts'

/** Terms that a name, and what is above it, may be in. */
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
 * The names that records of a core have, for occurrences that have none of their own. Only records that such an occurrence belongs to are
 * remembered, and names that are the same once.
 * @throws NotThisFormat when there are more of them than can be remembered
 */
export async function namesOfCore({ core, coreContent, occurrences, content }: Tables) {
  const wanted = seenNames('records without a name of their own')
  for await (const row of archiveRows(content, occurrences, {})) if (!('kind' in row) && !row.cell('scientificName')) wanted.add(row.key)

  const names = new Map<string, Name>()
  const known = new Map<string, Name>()
  for await (const row of archiveRows(coreContent, core, {})) {
    if ('kind' in row || !wanted.has(row.key) || names.has(row.key)) continue
    const name = nameOf(row, core)
    const saying = JSON.stringify([...name])
    const same = known.get(saying) ?? name
    known.set(saying, same)
    names.set(row.key, same)
  }

  return {
    /** Cells of an occurrence, with those of the core behind them where it has no name. */
    cellOf({ key, cell }: ArchiveRow): ArchiveRow['cell'] {
      const name = cell('scientificName') ? undefined : names.get(key)
      return name ? term => cell(term) || (name.get(term) ?? '') : cell
    },

    /** Why an occurrence has no name, to stand behind the sentence that it has none. */
    whyNot(key: string): string {
      return names.has(key) ? `, nor has ${quoted(key)} in the core` : `, and the core has no ${quoted(key)}`
    }
  }
}

/** The key of a taxon is often its identifier and has no column besides. */
function nameOf({ key, cell }: ArchiveRow, { rowType }: ArchiveTable): Name {
  const given = terms.flatMap((term): [string, string][] => (cell(term) ? [[term, cell(term)]] : []))
  const name = new Map(given)
  if (rowType === 'Taxon' && !name.has('taxonID')) name.set('taxonID', key)
  return name
}
