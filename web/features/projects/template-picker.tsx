import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type FieldName, fieldLabels, type ProjectFields } from './project-fields.ts'
import styles from './template-picker.module.css'
import { type ProjectTemplate, projectTemplates, roomForTemplate } from './templates.ts'

interface TemplatePickerProps {
  form: UseFormReturn<ProjectFields>
  offered: readonly FieldName[]
}

/** Kinds of surveys: choosing one fills in words to edit, and says which. */
export function TemplatePicker({ form, offered }: TemplatePickerProps) {
  const [said, setSaid] = useState('')
  const { isDirty } = form.formState

  function use(template: ProjectTemplate) {
    const { free, own } = roomForTemplate(form.getValues(), offered)
    for (const name of free) form.setValue(name, template[name], { shouldDirty: true, shouldValidate: true })
    const filled = free.length > 0 ? `${template.name}: ${namesOf(free)} filled in, for you to edit. ` : ''
    const stays = own.length > 0 ? `Your own words stay: ${namesOf(own)}.` : ''
    setSaid(filled + stays)
  }

  return (
    <fieldset className={styles.picker}>
      <legend>Start from a template</legend>
      <div className={styles.templates}>
        {projectTemplates.map(template => (
          <button key={template.name} type="button" className={styles.template} onClick={() => use(template)}>
            <b>{template.name}</b>
            <span>{template.about}</span>
          </button>
        ))}
      </div>
      <p className={styles.said} role="status">
        {isDirty ? said : ''}
      </p>
    </fieldset>
  )
}

const namesOf = (names: readonly FieldName[]) => names.map(name => fieldLabels[name]).join(', ')
