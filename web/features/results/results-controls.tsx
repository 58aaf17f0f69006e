import type { ResultsOptions } from '../../../shared/contracts/results.ts'
import { observedGroupings } from '../../../shared/observed-groupings.ts'
import { Select } from '../../ui/select.tsx'
import { records as allRecords } from './records.ts'
import styles from './results.module.css'
import { texts } from './texts.tsx'
import { type ResultsAddress, reviews, usualGrouping, usualOutside, usualRecords } from './use-results-address.ts'
import { groupingWords, plainGroupings } from './words.ts'

const { controls: words } = texts

interface ResultsControlsProps {
  options: ResultsOptions
  address: ResultsAddress
  change: (changes: Record<string, string>) => void
}

const bandWidths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/** Grouping and counting options that affect the current view. */
// Long: one control after the other.
export function ResultsControls({ options, address, change }: ResultsControlsProps) {
  const { view, taxonId, records, includeOutside, groupBy, depthBandInMeters, rank, review, countAttribute } = address
  const { observations = 0, outsideObservations = 0 } = options
  const isCorrected = view === 'corrected'
  const isOfImages = view === 'cover' || isCorrected || view === 'sizes'
  const hasObservations = observations + outsideObservations > 0 || records !== 'annotations'
  const countsAnnotations = !isCorrected && (isOfImages || records !== 'observations')
  const columns = options.metadataColumns.map(column => `metadata:${column}`)
  const groupings = records === 'annotations' ? withChosen([...plainGroupings, ...columns], groupBy) : observedGroupings
  return (
    <fieldset className={styles.controls} aria-label={words.label}>
      {hasObservations && !isOfImages && (
        <Select
          label={words.records}
          value={records}
          options={allRecords.map(value => ({ value, label: texts.records[value] }))}
          onChange={event => change({ records: event.target.value === usualRecords(options) ? '' : event.target.value })}
        />
      )}
      {outsideObservations > 0 && !isOfImages && records !== 'annotations' && (
        <Select
          label={words.outside}
          value={includeOutside ? 'on' : 'off'}
          options={[
            { value: 'off', label: words.outsideLeftOut },
            { value: 'on', label: words.outsideCounted }
          ]}
          onChange={event => change({ outside: event.target.value === usualOutside(options) ? '' : event.target.value })}
        />
      )}
      <Select
        label={records === 'annotations' || isOfImages ? words.groupBy : words.groupRecordsBy}
        value={groupBy}
        options={groupings.map(value => ({ value, label: groupingWords(value).option }))}
        onChange={event => change({ by: event.target.value === usualGrouping(options) ? '' : event.target.value })}
      />
      {groupBy === 'depthBand' && (
        <Select
          label={words.bandWidth}
          value={String(depthBandInMeters)}
          options={withChosen(bandWidths.map(String), String(depthBandInMeters)).map(value => ({ value, label: `${value} m` }))}
          onChange={event => change({ band: event.target.value === '10' ? '' : event.target.value })}
        />
      )}
      {view !== 'sizes' && !(view === 'taxa' && taxonId) && (
        <Select
          label={words.rank}
          value={rank}
          options={[{ value: '', label: words.asLabelled }, ...withChosen(options.ranks, rank).map(value => ({ value, label: value }))]}
          onChange={event => change({ rank: event.target.value })}
        />
      )}
      {countsAnnotations && (
        <Select
          label={words.review}
          value={review}
          options={reviews.map(value => ({ value, label: texts.reviews[value].option }))}
          onChange={event => change({ review: event.target.value === 'people' ? '' : event.target.value })}
        />
      )}
      {!isOfImages && countsAnnotations && (
        <Select
          label={words.individuals}
          value={countAttribute}
          options={[
            { value: '', label: words.onePerAnnotation },
            ...withChosen(options.countAttributes, countAttribute).map(value => ({ value, label: words.from(value) }))
          ]}
          onChange={event => change({ count: event.target.value })}
        />
      )}
    </fieldset>
  )
}

/** Adds the chosen value to the list if the project no longer has it, as with an old link. */
const withChosen = (list: readonly string[], chosen: string) => (chosen === '' || list.includes(chosen) ? list : [...list, chosen])
