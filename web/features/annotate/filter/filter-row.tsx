import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Filter, FilterError, formatFilter, parseFilter } from '../../../../shared/filters.ts'
import { useAttributeFields } from '../../../annotation/attributes/use-attribute-fields.ts'
import { FilterBar } from '../../../annotation/filter/filter-bar.tsx'
import { SavedFilters } from '../../../annotation/filter/saved-filters.tsx'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { annotators } from '../../../annotation/queries.ts'
import styles from '../workspace.module.css'
import { texts } from './texts.ts'

interface FilterRowProps {
  projectId: string
  /** Filter from the URL. */
  filter: string
  labelIndex: LabelIndex
  mayEdit: boolean
  onFilter: (filter: string) => void
}

/**
 * Row of filters that limit the image list and dim annotations that do not match.
 * The filters are the same as in Review, including those saved there.
 */
export function FilterRow({ projectId, filter, labelIndex, mayEdit, onFilter }: FilterRowProps) {
  const { data: people = [] } = useQuery(annotators(projectId))
  const { data: fields = [] } = useAttributeFields(projectId)
  const read = useMemo(() => readFilter(filter), [filter])
  return (
    <search className={styles.filter} aria-label={texts.row}>
      <FilterBar
        filter={read}
        labelIndex={labelIndex}
        people={people}
        attributes={fields.map(({ name }) => name)}
        onFilter={next => onFilter(formatFilter(next))}
      />
      <SavedFilters projectId={projectId} current={filter} mayEdit={mayEdit} onChoose={onFilter} />
    </search>
  )
}

function readFilter(text: string): Filter {
  try {
    return parseFilter(text)
  } catch (error) {
    if (error instanceof FilterError) return []
    throw error
  }
}
