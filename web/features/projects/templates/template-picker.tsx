import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FieldName, ProjectFields } from '../project-fields.ts'
import { texts } from '../texts.ts'
import styles from './template-picker.module.css'
import { type ProjectTemplate, projectTemplates, roomForTemplate } from './templates.ts'

const { templates: words } = texts

interface TemplatePickerProps {
  form: UseFormReturn<ProjectFields>
  offered: readonly FieldName[]
  /** Called with the chosen template. Undefined on a server with projects only, where a template only fills in fields. */
  onChoose: ((template: ProjectTemplate) => void) | undefined
}

/** Picker for a template by kind of survey. The chosen template fills in its fields, and a summary lists them. */
export function TemplatePicker({ form, offered, onChoose }: TemplatePickerProps) {
  const [summary, setSummary] = useState('')

  function use(template: ProjectTemplate) {
    onChoose?.(template)
    const { free, own } = roomForTemplate(form.getValues(), offered)
    for (const name of free) form.setValue(name, template[name], { shouldDirty: true, shouldValidate: true })
    const sentences = [
      free.length > 0 && words.filled(template.name, namesOf(free)),
      own.length > 0 && words.kept(namesOf(own)),
      onChoose && words.brings(template.labels.length, template.attributes.length)
    ]
    setSummary(sentences.filter(Boolean).join(' '))
  }

  return (
    <fieldset className={styles.picker}>
      <legend>{words.legend}</legend>
      <div className={styles.templates}>
        {projectTemplates.map(template => (
          <button key={template.name} type="button" className={styles.template} onClick={() => use(template)}>
            <b>{template.name}</b>
            <span>{template.about}</span>
          </button>
        ))}
      </div>
      <p className={styles.summary} role="status">
        {summary}
      </p>
    </fieldset>
  )
}

const namesOf = (names: readonly FieldName[]) => names.map(name => texts.fields[name])
