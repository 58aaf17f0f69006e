import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { capabilities } from '../../api/capabilities.ts'
import { draftOf, fieldNames, fieldsOfForeignBackend, noFields } from '../../features/projects/project-fields.ts'
import { ProjectForm } from '../../features/projects/project-form.tsx'
import { createProject } from '../../features/projects/queries.ts'
import { Page } from '../../ui/section.tsx'

export function Component() {
  const navigate = useNavigate()
  const { mutateAsync: create } = useMutation(createProject())
  const foreign = useQuery(capabilities()).data?.foreign ?? false
  return (
    <Page title="New project" description="A project holds one survey or study. Only the title is needed; the rest can follow.">
      <ProjectForm
        initial={noFields}
        offered={foreign ? fieldsOfForeignBackend : fieldNames}
        save="Create project"
        fallback="Failed to create project"
        onSave={async fields => {
          const made = await create(draftOf(fields, foreign))
          await navigate(made ? `/projects/${encodeURIComponent(made.id)}/dashboard` : '/projects')
        }}
        onCancel={() => void navigate('/projects')}
      />
    </Page>
  )
}
