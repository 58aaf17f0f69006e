import { Checkbox } from '../../../ui/choice.tsx'
import styles from '../project-form.module.css'
import type { TakeOver } from '../take-over.ts'
import { texts } from '../texts.ts'
import { optionsBeside, type TemplateOptions } from './add-template-content.ts'
import type { ProjectTemplate } from './templates.ts'

const { templates: words } = texts

interface TemplateFieldsProps {
  template: ProjectTemplate
  value: TemplateOptions
  /** Data to copy from another project, which replaces the same part of the template. */
  takeOver: TakeOver
  onChange: (value: TemplateOptions) => void
}

/** Choice of the template's sites and sampling plan. */
export function TemplateFields({ template, value, takeOver, onChange }: TemplateFieldsProps) {
  const checked = optionsBeside(value, takeOver)
  return (
    <fieldset className={styles.group}>
      <legend>{words.from(template.name)}</legend>
      <Checkbox
        label={words.sites}
        description={takeOver.sites ? words.otherSites : words.aboutSites(template.sites)}
        checked={checked.sites}
        disabled={takeOver.sites}
        onChange={({ target }) => onChange({ ...value, sites: target.checked })}
      />
      <Checkbox
        label={words.plan}
        description={takeOver.plan ? words.otherPlan : words.aboutPlan(template.sampling.samplingProtocol)}
        checked={checked.plan}
        disabled={takeOver.plan}
        onChange={({ target }) => onChange({ ...value, plan: target.checked })}
      />
    </fieldset>
  )
}
