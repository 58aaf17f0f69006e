import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { formatFilter } from '../../../shared/filters.ts'
import { FilterBar } from '../../annotation/filter/filter-bar.tsx'
import { indexLabels } from '../../annotation/label-index.ts'
import { annotators } from '../../annotation/queries.ts'
import { readFilter } from './range-filter.ts'

interface MapFilterProps {
  projectId: string
  labels: readonly OutlineLabel[]
  filter: string
  onFilter: (filter: string) => void
}

/** Filter of the records on the chart. An unreadable filter in the URL is shown as an empty one. */
export function MapFilter({ projectId, labels, filter, onFilter }: MapFilterProps) {
  const people = useQuery(annotators(projectId))
  const labelIndex = useMemo(() => indexLabels(labels), [labels])
  return (
    <FilterBar
      filter={readFilter(filter)}
      labelIndex={labelIndex}
      people={people.data ?? []}
      onFilter={changed => onFilter(formatFilter(changed))}
    />
  )
}
