import type { Generated } from 'kysely'
import type { Label, LabelVersion } from '../../../shared/contracts/taxonomy.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    label: LabelTable
    label_favourite: LabelFavouriteTable
    label_own_key: LabelOwnKeyTable
    label_version: LabelVersionTable
    label_merge: LabelMergeTable
    label_name_left: LabelNameLeftTable
    label_reference: LabelReferenceTable
    catalog_version: CatalogVersionTable
    catalog_version_label: CatalogVersionLabelTable
    catalog_import: CatalogImportTable
  }
}

/** Content of a label, both in the catalog and in its frozen versions. */
interface LabelColumns {
  parent_id: string | null
  name: string
  /** Name in lower case, for sorting and comparison. */
  name_key: string
  scientific_name: string | null
  scientific_name_authorship: string | null
  taxon_rank: string | null
  scientific_name_id: string | null
  accepted_name_usage: string | null
  accepted_name_usage_id: string | null
  taxonomic_status: string | null
  identification_qualifier: Label['identificationQualifier']
  morphospecies: string | null
  verbatim_identification: string | null
  /** JSON list, like vernacular names and environments. */
  synonyms: string
  vernacular_names: string
  environments: string
  conservation_status: Label['conservationStatus']
  colour: string | null
  hotkey: number | null
  definition: string | null
  identification_notes: string | null
}

export interface LabelTable extends LabelColumns {
  id: string
  project_id: string
  /** Search words in lower case, without accents, separated by single spaces. */
  words: string
  annotation_count: Generated<number>
  /** Index in the palette of labels, from 0, assigned at the first use. */
  palette_colour: number | null
  /** Time at which the palette colour was assigned, RFC 3339. */
  palette_colour_at: string | null
  created_at: string
  modified_at: string
  modified_by: string | null
  change_kind: LabelVersion['kind']
  revision: Generated<number>
}

export interface LabelFavouriteTable {
  label_id: string
  account_id: string
}

/** Number key that a person chose for a label. */
export interface LabelOwnKeyTable {
  label_id: string
  account_id: string
  project_id: string
  /** Digit of the key, 0–9. A person uses a digit for at most one label of a project. */
  digit: number
}

export interface LabelVersionTable {
  project_id: string
  label_id: string
  revision: number
  kind: LabelVersion['kind']
  account_id: string | null
  at: string
  /** JSON of LabelState, the part of a label that an edit can change. */
  state: string
}

/** Merge of a label into another one. */
export interface LabelMergeTable {
  label_id: string
  project_id: string
  into_id: string
  /** Number of annotations that were relabelled. `image_count` is the number of images with such annotations. */
  annotation_count: number
  image_count: number
}

export interface LabelNameLeftTable {
  label_id: string
  /** Name of the label at the time of the comparison. */
  name: string
  /** Names and AphiaIDs that WoRMS suggested, separated by ` | `; empty when WoRMS did not have the name. */
  proposed: string
  account_id: string | null
  at: string
}

export interface LabelReferenceTable {
  label_id: string
  annotation_id: string
  account_id: string | null
  at: string
}

export interface CatalogVersionTable {
  id: string
  project_id: string
  name: string
  /** Name in lower case, unique within a project. */
  name_key: string
  note: string | null
  label_count: number
  created_by: string | null
  created_at: string
}

export interface CatalogVersionLabelTable extends LabelColumns {
  version_id: string
  label_id: string
}

/** Import of labels into a catalog. */
export interface CatalogImportTable {
  id: string
  project_id: string
  /** Name of the file, project or register that the labels came from. */
  source_name: string
  new_count: number
  changed_count: number
  /** Time of the import, also the `created_at` of its new labels and the `modified_at` of its changed labels. */
  applied_at: string
  account_id: string | null
  expires_at: string
  /** Outcome of undoing the import as JSON; null until it is undone. */
  undone: string | null
}
