import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { capabilities } from '../../api/capabilities.ts'
import { useUser } from '../../api/session-context.ts'
import { draftOfNewProject } from '../../features/projects/kept-draft.ts'
import { draftOf, fieldNames, fieldsOfForeignBackend, noFields } from '../../features/projects/project-fields.ts'
import { ProjectForm } from '../../features/projects/project-form.tsx'
import { createProject } from '../../features/projects/queries.ts'
import { TemplatePicker } from '../../features/projects/template-picker.tsx'
import { Page } from '../../ui/section.tsx'

export function Component() {
  const navigate = useNavigate()
  const { id } = useUser()
  const draft = useMemo(() => draftOfNewProject(id), [id])
  const { mutateAsync: create } = useMutation(createProject())
  const foreign = useQuery(capabilities()).data?.foreign ?? false
  const offered = foreign ? fieldsOfForeignBackend : fieldNames
  return (
    <Page title="New project" description="A project holds one survey or study. Only the title is needed; the rest can follow.">
      <ProjectForm
        initial={noFields}
        offered={offered}
        draft={draft}
        start={form => <TemplatePicker form={form} offered={offered} />}
        save="Create project"
        fallback="Failed to create project"
        onSave={async fields => {
          const made = await create(draftOf(fields, foreign))
          draft.close()
          await navigate(made ? `/projects/${encodeURIComponent(made.id)}/dashboard` : '/projects')
        }}
        onCancel={() => void navigate('/projects')}
      />
    </Page>
  )
}
