import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Project, Visibility } from '../../../shared/contracts/projects.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { ConflictPanel } from '../../ui/conflict/conflict-panel.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { LeaveWarning } from '../../ui/leave-warning.tsx'
import {
  type Conflict,
  draftOf,
  type FieldName,
  fieldNames,
  fieldsOf,
  fieldsOfForeignBackend,
  mergeEdits,
  type ProjectFields
} from './project-fields.ts'
import { ProjectForm } from './project-form.tsx'
import { project as projectQuery, reviseProject } from './queries.ts'
import { texts } from './texts.ts'

const { editor: words } = texts

interface ProjectEditorProps {
  project: Project
  /** Whether the backend is a foreign one, which implements only the calls of the specification. */
  foreign: boolean
  readOnly?: boolean
  onSaved: () => void
  onCancel?: () => void
}

interface OpenConflict {
  /** Both edits merged. A field that both edits changed has the value of this form. */
  merged: ProjectFields
  conflicts: Conflict[]
  newest: Project
}

/** Form that edits a project. The form merges the edit with one saved in the meantime. For each conflict, the person chooses a value. */
// Long: all fields of one form, in order.
export function ProjectEditor({ project, foreign, readOnly, onSaved, onCancel }: ProjectEditorProps) {
  const client = useQueryClient()
  const { mutateAsync: revise, isPending } = useMutation(reviseProject(project.id))
  const [base, setBase] = useState(project)
  const [conflict, setConflict] = useState<OpenConflict | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const initial = useMemo(() => fieldsOf(base), [base])

  async function save(fields: ProjectFields, on: Project): Promise<void> {
    try {
      const saved = await revise({ ...draftOf(fields, foreign), revision: on.revision })
      setBase(saved ?? { ...on, ...draftOf(fields, foreign) })
      setConflict(null)
      onSaved()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error
      const newest = await client.query({ ...projectQuery(project.id), staleTime: 0 })
      const { merged, conflicts } = mergeEdits(fieldsOf(on), fields, fieldsOf(newest))
      if (conflicts.length === 0 && newest.revision === on.revision) throw error // a conflict of another kind, which no merge ends
      if (conflicts.length === 0) return save(merged, newest)
      setConflict({ merged, conflicts, newest })
    }
  }

  async function resolve({ merged, conflicts, newest }: OpenConflict, choices: Partial<Record<FieldName, 'mine' | 'theirs'>>) {
    const theirs = conflicts.filter(({ name }) => choices[name] === 'theirs').map(({ name, theirs }) => [name, theirs])
    setFailure(null)
    await save({ ...merged, ...Object.fromEntries(theirs) }, newest).catch((error: unknown) => setFailure(sentenceOf(error, words.failed)))
  }

  if (conflict)
    return (
      <>
        <LeaveWarning unsaved={!isPending} />
        <FormSummary title={failure} />
        <ConflictPanel
          subject={words.subject}
          fields={conflict.conflicts.map(({ name, mine, theirs }) => ({
            name,
            label: texts.fields[name],
            mine: valueWords(name, mine),
            theirs: valueWords(name, theirs)
          }))}
          busy={isPending}
          onResolve={choices => void resolve(conflict, choices)}
          onDiscard={() => {
            setBase(conflict.newest)
            setConflict(null)
          }}
        />
      </>
    )
  return (
    <ProjectForm
      initial={initial}
      offered={foreign ? fieldsOfForeignBackend : fieldNames}
      readOnly={readOnly}
      save={words.save}
      fallback={words.failed}
      onSave={fields => save(fields, base)}
      onCancel={onCancel}
    />
  )
}

const valueWords = (name: FieldName, text: string) => (name === 'visibility' && text !== '' ? texts.visibilities[text as Visibility] : text)
