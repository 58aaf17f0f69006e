import type { OutsideDataset } from '../../../shared/contracts/outside-records.ts'

/** Columns of the dataset that is joined to an outside record. */
export const datasetColumns = [
  'outside_dataset.source as dataset_source',
  'outside_dataset.title as dataset_title',
  'outside_dataset.licence as dataset_licence',
  'outside_dataset.rights as dataset_rights',
  'outside_dataset.citation as dataset_citation',
  'outside_dataset.url as dataset_url',
  'outside_dataset.accessed_at as dataset_accessed_at'
] as const

interface DatasetRow {
  dataset_id: string | null
  dataset_source: OutsideDataset['source'] | null
  dataset_title: string | null
  dataset_licence: string | null
  dataset_rights: string | null
  dataset_citation: string | null
  dataset_url: string | null
  dataset_accessed_at: string | null
}

/** Reads the dataset from a row with `datasetColumns`. Null if there is none. */
export function datasetOf(row: DatasetRow): OutsideDataset | null {
  if (row.dataset_id === null || row.dataset_source === null || row.dataset_accessed_at === null) return null
  return {
    id: row.dataset_id,
    source: row.dataset_source,
    title: row.dataset_title,
    licence: row.dataset_licence,
    rights: row.dataset_rights,
    citation: row.dataset_citation,
    url: row.dataset_url,
    accessedAt: row.dataset_accessed_at
  }
}
