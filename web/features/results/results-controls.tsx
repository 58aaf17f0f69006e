import type { ResultsOptions } from '../../../shared/contracts/results.ts'
import { Select } from '../../ui/select.tsx'
import styles from './results.module.css'
import { type ResultsAddress, reviews, usualGrouping } from './use-results-address.ts'
import { groupingWords, plainGroupings, reviewWords } from './words.ts'

interface ResultsControlsProps {
  options: ResultsOptions
  address: ResultsAddress
  change: (changes: Record<string, string>) => void
}

const bandWidths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/** What the numbers are of: how images are grouped, and which annotations count as what. Only what has an effect on the view is asked. */
export function ResultsControls({ options, address, change }: ResultsControlsProps) {
  const { view, taxonId, groupBy, depthBandInMeters, rank, review, countAttribute } = address
  const columns = options.metadataColumns.map(column => `metadata:${column}`)
  const groupings = withChosen([...plainGroupings, ...columns], groupBy)
  return (
    <fieldset className={styles.controls} aria-label="What is counted">
      <Select
        label="Group images by"
        value={groupBy}
        options={groupings.map(value => ({ value, label: groupingWords(value).option }))}
        onChange={event => change({ by: event.target.value === usualGrouping(options) ? '' : event.target.value })}
      />
      {groupBy === 'depthBand' && (
        <Select
          label="Width of a band"
          value={String(depthBandInMeters)}
          options={withChosen(bandWidths.map(String), String(depthBandInMeters)).map(value => ({ value, label: `${value} m` }))}
          onChange={event => change({ band: event.target.value === '10' ? '' : event.target.value })}
        />
      )}
      {view !== 'sizes' && !(view === 'taxa' && taxonId) && (
        <Select
          label="Count taxa as"
          value={rank}
          options={[
            { value: '', label: 'they are labelled' },
            ...withChosen(options.ranks, rank).map(value => ({ value, label: `their ${value}` }))
          ]}
          onChange={event => change({ rank: event.target.value })}
        />
      )}
      <Select
        label="Annotations"
        value={review}
        options={reviews.map(value => ({ value, label: reviewWords[value].option }))}
        onChange={event => change({ review: event.target.value === 'people' ? '' : event.target.value })}
      />
      {view !== 'sizes' && view !== 'cover' && (
        <Select
          label="Individuals"
          value={countAttribute}
          options={[
            { value: '', label: 'One per annotation' },
            ...withChosen(options.countAttributes, countAttribute).map(value => ({ value, label: `From ${value}` }))
          ]}
          onChange={event => change({ count: event.target.value })}
        />
      )}
    </fieldset>
  )
}

/** A link may name what the project no longer has: it is shown as what it is. */
const withChosen = (list: readonly string[], chosen: string) => (chosen === '' || list.includes(chosen) ? list : [...list, chosen])
