import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './project-form.module.css'
import { projectsList } from './queries.ts'
import { siteCopyLimit, sourceOf, type TakeOver } from './take-over.ts'
import type { ProjectTemplate } from './templates.ts'
import { texts } from './texts.ts'
import { mayEdit } from './words.ts'

const { takeOver: words } = texts

interface TakeOverFieldsProps {
  template: ProjectTemplate | null
  value: TakeOver
  onChange: (value: TakeOver) => void
}

/** Choice of data to copy into a new project: another project's sites, and the sampling plan of that project or of the template. */
export function TakeOverFields({ template, value, onChange }: TakeOverFieldsProps) {
  const projects = useQuery(projectsList()).data?.projects.filter(mayEdit) ?? []
  const source = useQuery(sourceOf(value.from))
  if (projects.length === 0 && !template) return null
  const { sites, surveys } = source.data?.sites ?? { sites: [], surveys: [] }
  const isReady = value.from !== '' && source.data !== undefined
  const mayCopySites = isReady && sites.length > 0 && sites.length <= siteCopyLimit
  const hasPlan = value.from ? isReady && source.data.plan !== null : template !== null
  return (
    <fieldset className={styles.group}>
      <legend>{words.legend}</legend>
      {projects.length > 0 && (
        <Select
          label={words.from}
          optional
          value={value.from}
          error={source.error && value.from ? words.failed : undefined}
          options={[{ value: '', label: words.none }, ...projects.map(({ id, title }) => ({ value: id, label: title }))]}
          onChange={({ target }) => onChange({ ...value, from: target.value, sites: false, plan: false })}
        />
      )}
      {value.from && (
        <Checkbox
          label={words.sites}
          description={isReady ? words.aboutSites(sites.length, surveys.length, siteCopyLimit) : words.reading}
          checked={value.sites}
          disabled={!mayCopySites}
          onChange={({ target }) => onChange({ ...value, sites: target.checked })}
        />
      )}
      {(value.from || template) && (
        <Checkbox
          label={words.plan}
          description={value.from ? words.planOfProject(isReady ? hasPlan : null) : template && words.planOfTemplate(template)}
          checked={value.plan}
          disabled={!hasPlan}
          onChange={({ target }) => onChange({ ...value, plan: target.checked })}
        />
      )}
    </fieldset>
  )
}
