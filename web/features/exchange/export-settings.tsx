import { Link } from 'react-router-dom'
import { publicationPath } from '../../../shared/addresses.ts'
import type { ExportFormat, ExportOptions } from '../../../shared/contracts/exchange.ts'
import type { Publication } from '../../../shared/contracts/publication.ts'
import { includedIn, isTableOfResults } from '../../../shared/export-options.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './exchange.module.css'
import { TableSettings, UnscorableSettings } from './table-settings.tsx'

type Setting = keyof ExportOptions

const offered: Partial<Record<ExportFormat, Setting[]>> = {
  dwca: ['license', 'organizationName', 'coordinateUncertaintyInMeters', 'imageAddress', 'unscorable'],
  ifdo: ['license', 'organizationName', 'platform', 'sensor', 'coordinateUncertaintyInMeters', 'imageAddress'],
  yolo: ['task'],
  csv: ['fileType'],
  matrix: ['groupBy', 'countAttribute', 'fileType'],
  cover: ['groupBy', 'unscorable', 'fileType']
}

export type Published = Pick<Publication, 'license' | 'organizationName' | 'coordinateUncertaintyInMeters'>

interface ExportSettingsProps {
  projectId: string
  format: ExportFormat
  options: ExportOptions
  /** Of the project's publication, where an option is not given. */
  published: Published | undefined
  offersExact: boolean
  onChange: (options: ExportOptions) => void
  /** Shown as faults. */
  missing: readonly Setting[]
}

/** What goes into a file, and what its format must be told. */
// Long: the fields of one form in their order.
export function ExportSettings({ projectId, format, options, published, offersExact, onChange, missing }: ExportSettingsProps) {
  const has = (setting: Setting) => offered[format]?.includes(setting) ?? false
  const set = (setting: Setting, value: string | number | true | undefined) => {
    const { [setting]: _before, ...others } = options
    onChange(value === undefined || (value === '' && setting !== 'countAttribute') ? others : { ...others, [setting]: value })
  }
  const fault = (setting: Setting, sentence: string) => (missing.includes(setting) ? sentence : undefined)
  return (
    <div className={styles.settings}>
      <Select
        label="Annotations"
        description="The export counts the annotations that stay at home."
        value={includedIn(options)}
        onChange={event => set('include', event.target.value === includedIn({}) ? undefined : event.target.value)}
        options={[
          { value: 'people', label: 'By people or confirmed' },
          { value: 'all', label: 'Also what machines proposed and nobody reviewed' },
          { value: 'confirmed', label: 'Only those that a review confirmed' }
        ]}
      />
      {includedIn(options) === 'all' && !isTableOfResults(format) && (
        <TextField
          label="Least confidence of a proposal"
          description="0 to 1. Proposals below it stay at home, and so do those without one."
          inputMode="decimal"
          optional={format !== 'dwca'}
          error={fault('leastConfidence', 'Say from which confidence on, 0 to 1, a proposal is published.')}
          defaultValue={options.leastConfidence ?? ''}
          onChange={event => set('leastConfidence', share(event.target.value))}
        />
      )}
      {has('task') && (
        <Select
          label="Lines hold"
          value={options.task ?? 'detect'}
          onChange={event => set('task', event.target.value)}
          options={[
            { value: 'detect', label: 'Boxes (detect)' },
            { value: 'obb', label: 'Turned boxes (obb)' },
            { value: 'segment', label: 'Polygons (segment)' }
          ]}
        />
      )}
      {has('groupBy') && <TableSettings projectId={projectId} options={options} set={set} counts={has('countAttribute')} />}
      {has('fileType') && (
        <Select
          label="File"
          value={options.fileType ?? 'csv'}
          onChange={event => set('fileType', event.target.value)}
          options={[
            { value: 'csv', label: 'CSV' },
            { value: 'xlsx', label: 'Excel workbook (XLSX)' }
          ]}
        />
      )}
      {has('license') && (
        <p className={styles.published}>
          Title, people, methods and licence stand under <Link to={publicationPath(projectId)}>Publication</Link>. What is chosen here holds
          for this export alone.
        </p>
      )}
      {has('license') && (
        <Select
          label="Licence"
          value={options.license ?? ''}
          error={fault('license', 'Choose under which licence the data may be used.')}
          onChange={event => set('license', event.target.value)}
          options={[
            { value: '', label: published?.license ? `As in Publication: ${published.license}` : 'Choose…' },
            { value: 'CC0-1.0', label: 'CC0: no conditions' },
            { value: 'CC-BY-4.0', label: 'CC BY 4.0: name the source' },
            { value: 'CC-BY-NC-4.0', label: 'CC BY-NC 4.0: name the source, no commerce' }
          ]}
        />
      )}
      {has('organizationName') && (
        <TextField
          label="Institute"
          optional
          maxLength={300}
          placeholder={published?.organizationName ?? undefined}
          value={options.organizationName ?? ''}
          onChange={event => set('organizationName', event.target.value)}
        />
      )}
      {has('platform') && (
        <TextField
          label="Platform"
          description="What carried the camera: OFOS, ROV Kiel 6000, a diver."
          maxLength={300}
          error={fault('platform', 'Name what carried the camera.')}
          value={options.platform ?? ''}
          onChange={event => set('platform', event.target.value)}
        />
      )}
      {has('sensor') && (
        <TextField
          label="Camera"
          maxLength={300}
          error={fault('sensor', 'Name the camera.')}
          value={options.sensor ?? ''}
          onChange={event => set('sensor', event.target.value)}
        />
      )}
      {has('coordinateUncertaintyInMeters') && (
        <TextField
          label="Uncertainty of positions"
          optional={format !== 'ifdo'}
          after="m"
          inputMode="decimal"
          error={fault('coordinateUncertaintyInMeters', 'Say in metres, 1 or more, how far off a position may be.')}
          placeholder={published?.coordinateUncertaintyInMeters?.toString()}
          defaultValue={options.coordinateUncertaintyInMeters ?? ''}
          onChange={event => set('coordinateUncertaintyInMeters', metres(event.target.value))}
        />
      )}
      {has('imageAddress') && (
        <TextField
          label="Public address of the images"
          description="The file name comes after it. Leave it empty when the images are not public."
          optional
          placeholder="https://example.org/images/"
          maxLength={1000}
          value={options.imageAddress ?? ''}
          onChange={event => set('imageAddress', event.target.value.trim())}
        />
      )}
      {offersExact && (
        <Checkbox
          label="Exact positions (stay in the house)"
          description="Else sensitive places go out as the rules of the publication say. Only owners can download such a file."
          checked={options.exactPositions ?? false}
          onChange={event => set('exactPositions', event.target.checked || undefined)}
        />
      )}
      {has('unscorable') && <UnscorableSettings projectId={projectId} options={options} set={set} />}
    </div>
  )
}

function metres(text: string): number | undefined {
  const value = Number(text.replace(',', '.'))
  return text.trim() !== '' && value >= 1 ? value : undefined
}

/** Undefined for nothing, `NaN` for what is no share. */
function share(text: string): number | undefined {
  const value = Number(text.replace(',', '.'))
  return text.trim() === '' ? undefined : value >= 0 && value <= 1 ? value : Number.NaN
}
