import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './project-form.module.css'
import { projectsList } from './queries.ts'
import { siteCopyLimit, sourceOf, type TakeOver } from './take-over.ts'
import { texts } from './texts.ts'
import { mayEdit } from './words.ts'

const { takeOver: words } = texts

interface TakeOverFieldsProps {
  value: TakeOver
  onChange: (value: TakeOver) => void
}

/** Choice of data to copy into a new project: the sites and the sampling plan of another project. */
export function TakeOverFields({ value, onChange }: TakeOverFieldsProps) {
  const projects = useQuery(projectsList()).data?.projects.filter(mayEdit) ?? []
  const source = useQuery(sourceOf(value.from))
  if (projects.length === 0) return null
  const { sites, surveys } = source.data?.sites ?? { sites: [], surveys: [] }
  const isReady = value.from !== '' && source.data !== undefined
  const mayCopySites = isReady && sites.length > 0 && sites.length <= siteCopyLimit
  const hasPlan = isReady && source.data.plan !== null
  return (
    <fieldset className={styles.group}>
      <legend>{words.legend}</legend>
      <Select
        label={words.from}
        optional
        value={value.from}
        error={source.error && value.from ? words.failed : undefined}
        options={[{ value: '', label: words.none }, ...projects.map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={({ target }) => onChange({ from: target.value, sites: false, plan: false })}
      />
      {value.from && (
        <>
          <Checkbox
            label={words.sites}
            description={isReady ? words.aboutSites(sites.length, surveys.length, siteCopyLimit) : words.reading}
            checked={value.sites}
            disabled={!mayCopySites}
            onChange={({ target }) => onChange({ ...value, sites: target.checked })}
          />
          <Checkbox
            label={words.plan}
            description={words.aboutPlan(isReady ? hasPlan : null)}
            checked={value.plan}
            disabled={!hasPlan}
            onChange={({ target }) => onChange({ ...value, plan: target.checked })}
          />
        </>
      )}
    </fieldset>
  )
}
