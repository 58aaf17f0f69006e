import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { projectPath } from '../../../shared/addresses.ts'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { formatFilter, hasMixedEffort, imageConditions } from '../../../shared/filters.ts'
import { FilterBar } from '../../annotation/filter/filter-bar.tsx'
import { filterSentence } from '../../annotation/filter/filter-sentence.ts'
import { readFilter } from '../../annotation/filter/read-filter.ts'
import { indexLabels } from '../../annotation/label-index.ts'
import { annotators } from '../../annotation/queries.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './results.module.css'
import { texts } from './texts.tsx'

const { filterBar: words } = texts

interface ResultsFilterProps {
  projectId: string
  labels: readonly OutlineLabel[]
  /** Filter in the format of `shared/filters.ts`. */
  filter: string
  /** Whether the numbers of the view need all points of an image. */
  isOfCover: boolean
  onFilter: (filter: string) => void
  /** Receives the filter as a sentence for the figures; null while the names in it are loaded. */
  onSentence: (sentence: string | null) => void
}

/** Filter that selects the images, annotations and observations that count. The map has the same filter. */
export function ResultsFilter({ projectId, labels, filter, isOfCover, onFilter, onSentence }: ResultsFilterProps) {
  const people = useQuery(annotators(projectId))
  const labelIndex = useMemo(() => indexLabels(labels), [labels])
  const { filter: conditions, problem } = useMemo(() => readFilter(filter), [filter])
  const sentence = useMemo(() => {
    if (people.isPending) return null
    const nameOf = (person: string) => people.data?.find(({ id }) => id === person)?.name ?? person
    return filterSentence(isOfCover ? imageConditions(conditions) : conditions, labelIndex, nameOf)
  }, [conditions, isOfCover, labelIndex, people.isPending, people.data])
  useEffect(() => {
    onSentence(sentence)
    return () => onSentence(null)
  }, [sentence, onSentence])
  return (
    <>
      <div className={styles.filter}>
        <FilterBar
          filter={conditions}
          labelIndex={labelIndex}
          people={people.data ?? []}
          onFilter={changed => onFilter(formatFilter(changed))}
        />
        <LinkButton size="small" to={projectPath(projectId, `map${filter === '' ? '' : `?${new URLSearchParams({ f: filter })}`}`)}>
          {words.map}
        </LinkButton>
      </div>
      {problem !== null && (
        <Note>
          <div className={styles.unreviewed}>
            <p>{`${words.unreadable} ${problem}.`}</p>
            <Button size="small" onClick={() => onFilter('')}>
              {words.clear}
            </Button>
          </div>
        </Note>
      )}
      {isOfCover && conditions.length > 0 && <Note>{words.ofCover}</Note>}
      {!isOfCover && hasMixedEffort(conditions) && <Note>{words.mixed}</Note>}
    </>
  )
}
