import { parseScientificName } from '../../../shared/taxonomy/scientific-name.ts'
import { csvLine } from '../files/csv.ts'
import { harmlessCell } from '../files/report-cell.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { type ContentRow, contentColumns, type LabelState, stateOf } from './rows.ts'

/**
 * Columns of the export. Most are terms of Darwin Core's Taxon class. Others come from three GBIF extensions: Vernacular Names (`language`), Species
 * Profile (`isMarine`, …) and Species Distribution (`threatStatus`). The columns after these are terms of the Identification class, or have no term.
 * The import reads all columns.
 */
const columns = [
  ...['taxonID', 'parentNameUsageID', 'acceptedNameUsageID', 'scientificNameID', 'scientificName', 'scientificNameAuthorship', 'taxonRank'],
  ...['taxonomicStatus', 'acceptedNameUsage', 'parentNameUsage', 'kingdom', 'phylum', 'class', 'order', 'family', 'genus'],
  ...['vernacularName', 'language', 'isMarine', 'isBrackish', 'isFreshwater', 'isTerrestrial', 'threatStatus'],
  ...['taxonRemarks', 'label', 'identificationQualifier', 'morphospecies', 'verbatimIdentification', 'identificationRemarks', 'colour']
] as const

type Cells = Partial<Record<(typeof columns)[number], string | null>>

const higherRanks = ['kingdom', 'phylum', 'class', 'order', 'family', 'genus'] as const

interface ExportedLabel {
  id: string
  state: LabelState
}

/** Reads the labels of a catalog or of one of its versions, sorted by name. */
export async function exportedLabels(db: Database, { projectId }: Sight, versionId: string | undefined): Promise<ExportedLabel[]> {
  const rows =
    versionId === undefined
      ? await db
          .selectFrom('label')
          .select(['id', ...contentColumns])
          .where('project_id', '=', projectId)
          .orderBy('name_key')
          .orderBy('id')
          .execute()
      : await db
          .selectFrom('catalog_version_label')
          .select(['label_id as id', ...contentColumns])
          .where('version_id', '=', versionId)
          .orderBy('name_key')
          .orderBy('label_id')
          .execute()
  return rows.map(({ id, ...row }: ContentRow & { id: string }) => ({ id, state: stateOf(row) }))
}

/** Yields a Darwin Core taxon list in chunks of at least 65,536 characters, except for the last chunk. */
export function* taxonCsv(labels: readonly ExportedLabel[]): Generator<string> {
  let piece = ''
  for (const line of taxonLines(labels)) {
    piece += line
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

const pieceLength = 65_536

/** Yields the lines of a taxon list. Each synonym has its own row, which refers to the accepted taxon. */
function* taxonLines(labels: readonly ExportedLabel[]): Generator<string> {
  const byId = new Map(labels.map(label => [label.id, label.state]))
  yield line(Object.fromEntries(columns.map(column => [column, column])))
  for (const { id, state } of labels) {
    const parent = byId.get(state.parentId ?? '')
    yield line({
      taxonID: id,
      parentNameUsageID: state.parentId,
      acceptedNameUsageID: state.acceptedNameUsageID,
      scientificNameID: state.scientificNameID,
      scientificName: state.scientificName,
      scientificNameAuthorship: state.scientificNameAuthorship,
      taxonRank: state.taxonRank,
      taxonomicStatus: state.taxonomicStatus,
      acceptedNameUsage: state.acceptedNameUsage,
      parentNameUsage: parent && (parent.scientificName ?? parent.name),
      ...higherTaxa(state, byId),
      vernacularName: state.vernacularNames.map(({ name }) => name).join(' | '),
      language: languagesOf(state),
      isMarine: livesIn(state, 'marine'),
      isBrackish: livesIn(state, 'brackish'),
      isFreshwater: livesIn(state, 'freshwater'),
      isTerrestrial: livesIn(state, 'terrestrial'),
      threatStatus: state.conservationStatus,
      taxonRemarks: state.definition,
      label: state.name,
      identificationQualifier: state.identificationQualifier,
      morphospecies: state.morphospecies,
      verbatimIdentification: state.verbatimIdentification,
      identificationRemarks: state.identificationNotes,
      colour: state.colour
    })
    for (const [index, synonym] of state.synonyms.entries()) {
      yield line({
        taxonID: `${id}-synonym-${index + 1}`,
        acceptedNameUsageID: id,
        ...synonymCells(synonym),
        taxonomicStatus: 'synonym',
        acceptedNameUsage: state.scientificName ?? state.name
      })
    }
  }
}

/** Returns the cells of a synonym. Codes and open-nomenclature names are also written in full to the column `label`. */
function synonymCells(synonym: string): Cells {
  const { name, authorship, qualifier, rest } = parseScientificName(synonym)
  if (name === synonym) return { scientificName: synonym }
  const isPlain = name !== null && qualifier === '' && rest === ''
  return { scientificName: name, scientificNameAuthorship: authorship, ...(!isPlain && { label: synonym }) }
}

const line = (cells: Cells) => `${csvLine(columns.map(column => harmlessCell(cells[column] ?? '')))}\r\n`

/** Returns the languages of the vernacular names, in the same order; null when none is known. */
function languagesOf({ vernacularNames }: LabelState): string | null {
  const isKnown = vernacularNames.some(({ language }) => language !== 'und')
  return isKnown ? vernacularNames.map(({ language }) => language).join(' | ') : null
}

/** Returns the cell for an environment. A missing fact is empty, not `false`. */
const livesIn = ({ environments }: LabelState, environment: LabelState['environments'][number]) =>
  environments.includes(environment) ? 'true' : null

function higherTaxa(state: LabelState, byId: ReadonlyMap<string, LabelState>): Cells {
  const cells: Cells = {}
  for (let above = byId.get(state.parentId ?? ''); above; above = byId.get(above.parentId ?? '')) {
    const rank = higherRanks.find(each => each === above?.taxonRank)
    if (rank) cells[rank] ??= above.scientificName ?? above.name
  }
  return cells
}
