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
import { texts } from '../../features/projects/texts.ts'
import { Page } from '../../ui/section.tsx'

const { create: words } = texts

export function Component() {
  const navigate = useNavigate()
  const { id } = useUser()
  const draft = useMemo(() => draftOfNewProject(id), [id])
  const { mutateAsync: create } = useMutation(createProject())
  const foreign = useQuery(capabilities()).data?.foreign ?? false
  const offered = foreign ? fieldsOfForeignBackend : fieldNames
  return (
    <Page title={words.title} description={words.about}>
      <ProjectForm
        initial={noFields}
        offered={offered}
        draft={draft}
        start={form => <TemplatePicker form={form} offered={offered} />}
        save={words.save}
        fallback={words.failed}
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
