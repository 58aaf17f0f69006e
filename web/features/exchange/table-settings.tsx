import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ExportOptions } from '../../../shared/contracts/exchange.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import styles from './exchange.module.css'
import { pointLabels, tableChoices } from './queries.ts'

type Change = (setting: keyof ExportOptions, value: string | number | undefined) => void

interface TableSettingsProps {
  projectId: string
  options: ExportOptions
  set: Change
}

const groupings: Record<string, string> = { image: 'Image', site: 'Site', survey: 'Survey', depthBand: 'Depth band', date: 'Day (UTC)' }
const bandWidths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
const usualBand = 10
const usualCount = 'individualCount'

/** How images become rows and labels become columns: the choices of the page of results. */
export function TableSettings({ projectId, options, set, counts }: TableSettingsProps & { counts: boolean }) {
  const { data: has } = useQuery(tableChoices(projectId))
  const { groupBy = 'image', depthBandInMeters = usualBand, rank = '', countAttribute = usualCount } = options
  const columns = (has?.metadataColumns ?? []).map(column => `metadata:${column}`)
  const grouped = withChosen([...Object.keys(groupings), ...columns], groupBy)
  return (
    <>
      <Select
        label="A row for each"
        value={groupBy}
        onChange={event => set('groupBy', event.target.value)}
        options={grouped.map(value => ({ value, label: groupings[value] ?? `Value of ${value.slice('metadata:'.length)}` }))}
      />
      {groupBy === 'depthBand' && (
        <Select
          label="Width of a band"
          value={String(depthBandInMeters)}
          onChange={event => set('depthBandInMeters', Number(event.target.value))}
          options={withChosen(bandWidths.map(String), String(depthBandInMeters)).map(value => ({ value, label: `${value} m` }))}
        />
      )}
      <Select
        label="Count taxa as"
        value={rank}
        onChange={event => set('rank', event.target.value || undefined)}
        options={[
          { value: '', label: 'they are labelled' },
          ...withChosen(has?.ranks ?? [], rank).map(value => ({ value, label: `their ${value}` }))
        ]}
      />
      {counts && (
        <Select
          label="Individuals"
          value={countAttribute}
          onChange={event => set('countAttribute', event.target.value)}
          options={[
            { value: '', label: 'One per annotation' },
            ...withChosen(withChosen(has?.countAttributes ?? [], usualCount), countAttribute).map(value => ({
              value,
              label: `From ${value}`
            }))
          ]}
        />
      )}
    </>
  )
}

/** Labels such as shadow or tape, whose sample points are taken out of the effort; nothing where no point has a name. */
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
      <summary>
        Sample points that could not be judged: {chosen.length === 0 ? 'none left out' : chosen.map(({ name }) => name).join(', ')}
      </summary>
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

/** A link may name what the project no longer has: it is shown as what it is. */
const withChosen = (list: readonly string[], chosen: string) => (chosen === '' || list.includes(chosen) ? list : [...list, chosen])
