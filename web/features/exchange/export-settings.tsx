import { Link } from 'react-router-dom'
import { publicationPath } from '../../../shared/addresses.ts'
import type { ExportFormat, ExportOptions } from '../../../shared/contracts/exchange.ts'
import type { Publication } from '../../../shared/contracts/publication.ts'
import { includedIn, isTableOfResults, optionsFor, recordsIn } from '../../../shared/export-options.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './exchange.module.css'
import { RecordSettings, TableSettings, UnscorableSettings } from './table-settings.tsx'
import { exportTexts as texts } from './texts.ts'

const { exportSettings: words } = texts

type Setting = keyof ExportOptions

const offered: Partial<Record<ExportFormat, Setting[]>> = {
  dwca: ['license', 'organizationName', 'coordinateUncertaintyInMeters', 'imageAddress', 'observations', 'unscorable'],
  ifdo: ['license', 'organizationName', 'platform', 'sensor', 'coordinateUncertaintyInMeters', 'imageAddress'],
  yolo: ['task'],
  csv: ['fileType'],
  matrix: ['records', 'groupBy', 'countAttribute', 'fileType'],
  cover: ['groupBy', 'unscorable', 'fileType']
}

export type Published = Pick<Publication, 'license' | 'organizationName' | 'coordinateUncertaintyInMeters'>

interface ExportSettingsProps {
  projectId: string
  format: ExportFormat
  options: ExportOptions
  /** Publication settings of the project, which provide defaults. */
  published: Published | undefined
  offersExact: boolean
  onChange: (options: ExportOptions) => void
  /** Required options without a value, shown as errors. */
  missing: readonly Setting[]
}

/** Form fields for the options of an export. */
// Long: one form, field by field.
export function ExportSettings({ projectId, format, options, published, offersExact, onChange, missing }: ExportSettingsProps) {
  const has = (setting: Setting) => offered[format]?.includes(setting) ?? false
  const set = (setting: Setting, value: string | number | true | undefined) => {
    const { [setting]: _before, ...others } = options
    onChange(value === undefined || (value === '' && setting !== 'countAttribute') ? others : { ...others, [setting]: value })
  }
  const given = optionsFor(format, options)
  const { annotations: hasAnnotations } = recordsIn(given)
  const fault = (setting: Setting, sentence: string) => (missing.includes(setting) ? sentence : undefined)
  return (
    <div className={styles.settings}>
      {has('records') && <RecordSettings projectId={projectId} options={options} onChange={onChange} />}
      {hasAnnotations && <IncludeSetting options={options} set={set} />}
      {includedIn(options) === 'all' && !isTableOfResults(format) && (
        <TextField
          label={words.leastConfidence.label}
          description={words.leastConfidence.description}
          inputMode="decimal"
          optional={format !== 'dwca'}
          error={fault('leastConfidence', words.leastConfidence.missing)}
          defaultValue={options.leastConfidence ?? ''}
          onChange={event => set('leastConfidence', share(event.target.value))}
        />
      )}
      {has('task') && (
        <Select
          label={words.task.label}
          value={options.task ?? 'detect'}
          onChange={event => set('task', event.target.value)}
          options={[
            { value: 'detect', label: words.task.detect },
            { value: 'obb', label: words.task.obb },
            { value: 'segment', label: words.task.segment }
          ]}
        />
      )}
      {has('groupBy') && <TableSettings projectId={projectId} options={given} set={set} counts={has('countAttribute') && hasAnnotations} />}
      {has('fileType') && (
        <Select
          label={words.fileType.label}
          value={options.fileType ?? 'csv'}
          onChange={event => set('fileType', event.target.value)}
          options={[
            { value: 'csv', label: words.fileType.csv },
            { value: 'xlsx', label: words.fileType.xlsx }
          ]}
        />
      )}
      {has('license') && (
        <p className={styles.published}>
          {words.published(text => (
            <Link to={publicationPath(projectId)}>{text}</Link>
          ))}
        </p>
      )}
      {has('license') && (
        <Select
          label={words.license.label}
          value={options.license ?? ''}
          error={fault('license', words.license.missing)}
          onChange={event => set('license', event.target.value)}
          options={[
            { value: '', label: published?.license ? words.license.published(published.license) : words.license.choose },
            ...Object.entries(words.license.names).map(([value, label]) => ({ value, label }))
          ]}
        />
      )}
      {has('organizationName') && (
        <TextField
          label={words.organizationName}
          optional
          maxLength={300}
          placeholder={published?.organizationName ?? undefined}
          value={options.organizationName ?? ''}
          onChange={event => set('organizationName', event.target.value)}
        />
      )}
      {has('platform') && (
        <TextField
          label={words.platform.label}
          description={words.platform.description}
          maxLength={300}
          error={fault('platform', words.platform.missing)}
          value={options.platform ?? ''}
          onChange={event => set('platform', event.target.value)}
        />
      )}
      {has('sensor') && (
        <TextField
          label={words.sensor.label}
          maxLength={300}
          error={fault('sensor', words.sensor.missing)}
          value={options.sensor ?? ''}
          onChange={event => set('sensor', event.target.value)}
        />
      )}
      {has('coordinateUncertaintyInMeters') && (
        <TextField
          label={words.uncertainty.label}
          optional={format !== 'ifdo'}
          after="m"
          inputMode="decimal"
          error={fault('coordinateUncertaintyInMeters', words.uncertainty.missing)}
          placeholder={published?.coordinateUncertaintyInMeters?.toString()}
          defaultValue={options.coordinateUncertaintyInMeters ?? ''}
          onChange={event => set('coordinateUncertaintyInMeters', metres(event.target.value))}
        />
      )}
      {has('imageAddress') && (
        <TextField
          label={words.imageAddress.label}
          description={words.imageAddress.description}
          optional
          placeholder="https://example.org/images/"
          maxLength={1000}
          value={options.imageAddress ?? ''}
          onChange={event => set('imageAddress', event.target.value.trim())}
        />
      )}
      {has('observations') && (
        <Checkbox
          label={words.observations.label}
          description={words.observations.description}
          checked={options.observations ?? false}
          onChange={event => set('observations', event.target.checked || undefined)}
        />
      )}
      {offersExact && (
        <Checkbox
          label={words.exactPositions.label}
          description={words.exactPositions.description}
          checked={options.exactPositions ?? false}
          onChange={event => set('exactPositions', event.target.checked || undefined)}
        />
      )}
      {has('unscorable') && <UnscorableSettings projectId={projectId} options={options} set={set} />}
    </div>
  )
}

function IncludeSetting({ options, set }: { options: ExportOptions; set: (setting: 'include', value: string | undefined) => void }) {
  return (
    <Select
      label={words.include.label}
      description={words.include.description}
      value={includedIn(options)}
      onChange={event => set('include', event.target.value === includedIn({}) ? undefined : event.target.value)}
      options={[
        { value: 'people', label: words.include.people },
        { value: 'all', label: words.include.all },
        { value: 'confirmed', label: words.include.confirmed }
      ]}
    />
  )
}

function metres(text: string): number | undefined {
  const value = Number(text.replace(',', '.'))
  return text.trim() !== '' && value >= 1 ? value : undefined
}

/** Parses a share from 0 to 1. Returns undefined for empty text, and `NaN` for anything else. */
function share(text: string): number | undefined {
  const value = Number(text.replace(',', '.'))
  return text.trim() === '' ? undefined : value >= 0 && value <= 1 ? value : Number.NaN
}
