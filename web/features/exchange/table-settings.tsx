import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ExportOptions } from '../../../shared/contracts/exchange.ts'
import { recordsIn } from '../../../shared/export-options.ts'
import { observedGroupings } from '../../../shared/observed-groupings.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './exchange.module.css'
import { pointLabels, tableChoices } from './queries.ts'
import { exportTexts as texts } from './texts.ts'

const { tableSettings: words } = texts

type Change = (setting: keyof ExportOptions, value: string | number | undefined) => void

interface TableSettingsProps {
  projectId: string
  options: ExportOptions
  set: Change
}

const allRecords = ['annotations', 'observations', 'both'] as const
const bandWidths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
const usualBand = 10
const usualCount = 'individualCount'

interface RecordSettingsProps extends Omit<TableSettingsProps, 'set'> {
  onChange: (options: ExportOptions) => void
}

/** Choice of annotations, observations or both. Renders nothing in a project without observations, unless observations are already chosen. */
export function RecordSettings({ projectId, options, onChange }: RecordSettingsProps) {
  const { data: has } = useQuery(tableChoices(projectId))
  const { records = 'annotations', includeOutside = false, groupBy = 'image' } = options
  const { observations = 0, outsideObservations = 0 } = has ?? {}
  if (observations + outsideObservations === 0 && records === 'annotations') return null
  const change = (value: string) => {
    const { records: _records, includeOutside: outside, ...others } = options
    const [next] = allRecords.filter(one => one === value && one !== 'annotations')
    if (!next) return onChange(others)
    const grouping = observedGroupings.includes(groupBy) ? groupBy : 'site'
    onChange({ ...others, records: next, groupBy: grouping, ...(outside && { includeOutside: outside }) })
  }
  const changeOutside = (isCounted: boolean) => {
    const { includeOutside: _before, ...others } = options
    onChange(isCounted ? { ...others, includeOutside: true } : others)
  }
  return (
    <>
      <Select
        label={words.records}
        value={records}
        onChange={event => change(event.target.value)}
        options={allRecords.map(value => ({ value, label: words.recordsOf[value] }))}
      />
      {records !== 'annotations' && (outsideObservations > 0 || includeOutside) && (
        <Select
          label={words.outside}
          value={includeOutside ? 'on' : 'off'}
          onChange={event => changeOutside(event.target.value === 'on')}
          options={[
            { value: 'off', label: words.outsideLeftOut },
            { value: 'on', label: words.outsideCounted }
          ]}
        />
      )}
    </>
  )
}

/** Fields for the grouping and counting options of a table. They are the same as on the results page. */
export function TableSettings({ projectId, options, set, counts }: TableSettingsProps & { counts: boolean }) {
  const { data: has } = useQuery(tableChoices(projectId))
  const { groupBy = 'image', depthBandInMeters = usualBand, rank = '', countAttribute = usualCount } = options
  const columns = (has?.metadataColumns ?? []).map(column => `metadata:${column}`)
  const grouped = recordsIn(options).observations ? observedGroupings : withChosen([...Object.keys(words.groupings), ...columns], groupBy)
  return (
    <>
      {options.filter && (
        <div className={styles.filtered}>
          <Note>
            <p>{words.filtered}</p>
            <Button size="small" onClick={() => set('filter', undefined)}>
              {words.countAll}
            </Button>
          </Note>
        </div>
      )}
      <Select
        label={words.groupBy}
        value={groupBy}
        onChange={event => set('groupBy', event.target.value)}
        options={grouped.map(value => ({ value, label: words.groupings[value] ?? words.valueOf(value.slice('metadata:'.length)) }))}
      />
      {groupBy === 'depthBand' && (
        <Select
          label={words.bandWidth}
          value={String(depthBandInMeters)}
          onChange={event => set('depthBandInMeters', Number(event.target.value))}
          options={withChosen(bandWidths.map(String), String(depthBandInMeters)).map(value => ({ value, label: `${value} m` }))}
        />
      )}
      <Select
        label={words.rank}
        value={rank}
        onChange={event => set('rank', event.target.value || undefined)}
        options={[{ value: '', label: words.asLabelled }, ...withChosen(has?.ranks ?? [], rank).map(value => ({ value, label: value }))]}
      />
      {counts && (
        <Select
          label={words.individuals}
          value={countAttribute}
          onChange={event => set('countAttribute', event.target.value)}
          options={[
            { value: '', label: words.onePerAnnotation },
            ...withChosen(withChosen(has?.countAttributes ?? [], usualCount), countAttribute).map(value => ({
              value,
              label: words.from(value)
            }))
          ]}
        />
      )}
    </>
  )
}

/** Choice of unscorable labels, such as shadow or tape, whose sample points are left out. Renders nothing without labelled points. */
export function UnscorableSettings({ projectId, options: { unscorable }, set }: TableSettingsProps) {
  const { data: labels = [], isPlaceholderData } = useQuery({ ...pointLabels(projectId, unscorable), placeholderData: keepPreviousData })
  if (labels.length === 0) return null
  const ids = new Set(unscorable?.split(','))
  const chosen = labels.filter(label => ids.has(label.id) || (label.unscorable && !isPlaceholderData))
  const change = (id: string, isOut: boolean) => {
    const others = chosen.map(label => label.id).filter(one => one !== id)
    set('unscorable', [...others, ...(isOut ? [id] : [])].join(',') || undefined)
  }
  return (
    <details className={styles.unscorable}>
      <summary>{words.unscorable(chosen.map(({ name }) => name))}</summary>
      <div className={styles.pointLabels}>
        {labels.map(label => (
          <Checkbox
            key={label.id}
            label={`${label.name} (${formatNumber(label.points, 0)})`}
            checked={chosen.includes(label)}
            onChange={event => change(label.id, event.currentTarget.checked)}
          />
        ))}
      </div>
    </details>
  )
}

/** Adds the chosen value to the list if the project no longer has it, for example in an old link. */
const withChosen = (list: readonly string[], chosen: string) => (chosen === '' || list.includes(chosen) ? list : [...list, chosen])
