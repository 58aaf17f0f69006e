import type { Selectable } from 'kysely'
import type { Label, LabelDraft, OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { withCleanName } from './clean-name.ts'
import { aphiaIdOf, nameKey, tidyName, wordsOf } from './names.ts'
import type { LabelTable } from './tables.ts'

export type LabelRow = Omit<Selectable<LabelTable>, 'palette_colour' | 'palette_colour_at'>

/** State of a label that an edit can change and that its history stores. */
export type LabelState = Required<LabelDraft>

/** Columns of a label's content, both in the catalog and in its frozen versions. */
export const contentColumns = [
  ...(['parent_id', 'name', 'scientific_name', 'scientific_name_authorship', 'taxon_rank', 'scientific_name_id'] as const),
  ...(['accepted_name_usage', 'accepted_name_usage_id', 'taxonomic_status', 'identification_qualifier', 'morphospecies'] as const),
  ...(['synonyms', 'vernacular_names', 'environments', 'conservation_status', 'colour', 'hotkey', 'definition'] as const),
  ...(['identification_notes', 'verbatim_identification', 'name_key'] as const)
] as const

export type ContentRow = Pick<LabelRow, (typeof contentColumns)[number]>

export function stateOf(row: Omit<ContentRow, 'name_key'>): LabelState {
  return {
    parentId: row.parent_id,
    name: row.name,
    scientificName: row.scientific_name,
    scientificNameAuthorship: row.scientific_name_authorship,
    taxonRank: row.taxon_rank,
    scientificNameID: row.scientific_name_id,
    acceptedNameUsage: row.accepted_name_usage,
    acceptedNameUsageID: row.accepted_name_usage_id,
    taxonomicStatus: row.taxonomic_status,
    identificationQualifier: row.identification_qualifier,
    morphospecies: row.morphospecies,
    verbatimIdentification: row.verbatim_identification,
    synonyms: JSON.parse(row.synonyms),
    vernacularNames: JSON.parse(row.vernacular_names),
    environments: JSON.parse(row.environments),
    conservationStatus: row.conservation_status,
    colour: row.colour,
    hotkey: row.hotkey,
    definition: row.definition,
    identificationNotes: row.identification_notes
  }
}

/** Returns the state of a label that has only a name. */
export function bareState(name: string): LabelState {
  return {
    parentId: null,
    name,
    scientificName: null,
    scientificNameAuthorship: null,
    taxonRank: null,
    scientificNameID: null,
    acceptedNameUsage: null,
    acceptedNameUsageID: null,
    taxonomicStatus: null,
    identificationQualifier: null,
    morphospecies: null,
    verbatimIdentification: null,
    synonyms: [],
    vernacularNames: [],
    environments: [],
    conservationStatus: null,
    colour: null,
    hotkey: null,
    definition: null,
    identificationNotes: null
  }
}

/** Converts a label state to columns. Values for sorting, comparison and search are derived only here. */
export function stateColumns(given: LabelState) {
  const state = withCleanName(given)
  const name = tidyName(state.name)
  return {
    parent_id: state.parentId,
    name,
    name_key: nameKey(name),
    scientific_name: state.scientificName,
    scientific_name_authorship: state.scientificNameAuthorship,
    taxon_rank: state.taxonRank,
    scientific_name_id: state.scientificNameID,
    accepted_name_usage: state.acceptedNameUsage,
    accepted_name_usage_id: state.acceptedNameUsageID,
    taxonomic_status: state.taxonomicStatus,
    identification_qualifier: state.identificationQualifier,
    morphospecies: state.morphospecies,
    verbatim_identification: state.verbatimIdentification,
    synonyms: JSON.stringify(state.synonyms),
    vernacular_names: JSON.stringify(state.vernacularNames),
    environments: JSON.stringify(state.environments),
    conservation_status: state.conservationStatus,
    colour: state.colour,
    hotkey: state.hotkey,
    definition: state.definition,
    identification_notes: state.identificationNotes,
    words: searchWords(state)
  }
}

/** Returns the search words of a label: each distinct word of its names, synonyms, vernacular names, codes and AphiaID. */
function searchWords(state: LabelState): string {
  const { name, scientificName, acceptedNameUsage, morphospecies, verbatimIdentification, synonyms, vernacularNames } = state
  const names = [
    name,
    scientificName,
    acceptedNameUsage,
    morphospecies,
    verbatimIdentification,
    ...synonyms,
    ...vernacularNames.map(each => each.name)
  ]
  const aphiaId = aphiaIdOf(state.scientificNameID)
  return [...new Set([...wordsOf(names.join(' ')), ...(aphiaId === null ? [] : [String(aphiaId)])])].join(' ')
}

export type CountedRow = LabelRow & { child_count: number; favourite: 0 | 1; own_key: number | null }

export function toLabel(row: CountedRow): Label {
  return {
    id: row.id,
    projectId: row.project_id,
    ...stateOf(row),
    childCount: row.child_count,
    annotationCount: row.annotation_count,
    favourite: row.favourite === 1,
    ownKey: row.own_key,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    revision: row.revision
  }
}

export type OutlineRow = Pick<
  CountedRow & Selectable<LabelTable>,
  | 'id'
  | 'parent_id'
  | 'name'
  | 'scientific_name'
  | 'scientific_name_authorship'
  | 'taxon_rank'
  | 'taxonomic_status'
  | 'accepted_name_usage'
  | 'scientific_name_id'
  | 'identification_qualifier'
  | 'morphospecies'
  | 'synonyms'
  | 'vernacular_names'
  | 'colour'
  | 'hotkey'
  | 'palette_colour'
  | 'annotation_count'
  | 'favourite'
  | 'own_key'
>

const none = '[]'

export function toOutline(row: OutlineRow): OutlineLabel {
  const aphiaId = aphiaIdOf(row.scientific_name_id)
  const synonyms: Label['synonyms'] = row.synonyms === none ? [] : JSON.parse(row.synonyms)
  const vernacular: Label['vernacularNames'] = row.vernacular_names === none ? [] : JSON.parse(row.vernacular_names)
  const otherNames = [...synonyms, ...vernacular.map(({ name }) => name)]
  return {
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    ...(row.scientific_name !== null && { scientificName: row.scientific_name }),
    ...(row.scientific_name_authorship !== null && { scientificNameAuthorship: row.scientific_name_authorship }),
    ...(row.taxon_rank !== null && { taxonRank: row.taxon_rank }),
    ...(row.taxonomic_status !== null && { taxonomicStatus: row.taxonomic_status }),
    ...(row.accepted_name_usage !== null && { acceptedNameUsage: row.accepted_name_usage }),
    ...(row.identification_qualifier !== null && { identificationQualifier: row.identification_qualifier }),
    ...(row.morphospecies !== null && { morphospecies: row.morphospecies }),
    ...(aphiaId !== null && { aphiaId }),
    ...(row.colour !== null && { colour: row.colour }),
    ...(row.palette_colour !== null && { paletteColour: row.palette_colour }),
    ...(row.hotkey !== null && { hotkey: row.hotkey }),
    ...(row.favourite === 1 && { favourite: true }),
    ...(row.own_key !== null && { ownKey: row.own_key }),
    ...(row.annotation_count > 0 && { annotationCount: row.annotation_count }),
    ...(vernacular[0] && { vernacularName: vernacular[0].name }),
    ...(otherNames.length > 0 && { otherNames })
  }
}
