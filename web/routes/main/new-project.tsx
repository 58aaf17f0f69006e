import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { capabilities } from '../../api/capabilities.ts'
import { useUser } from '../../api/session-context.ts'
import { addTemplateContent } from '../../features/projects/add-template-content.ts'
import { draftOfNewProject } from '../../features/projects/kept-draft.ts'
import { draftOf, fieldNames, fieldsOfForeignBackend, noFields } from '../../features/projects/project-fields.ts'
import { ProjectForm } from '../../features/projects/project-form.tsx'
import { createProject } from '../../features/projects/queries.ts'
import { copyPlan, copySites, nothingTaken, sourceOf } from '../../features/projects/take-over.ts'
import { TakeOverFields } from '../../features/projects/take-over-fields.tsx'
import { TemplatePicker } from '../../features/projects/template-picker.tsx'
import type { ProjectTemplate } from '../../features/projects/templates.ts'
import { texts } from '../../features/projects/texts.ts'
import { Page } from '../../ui/section.tsx'
import { showToast } from '../../ui/toast.tsx'

const { create: words, takeOver: takeOverWords, templates: templateWords } = texts

export function Component() {
  const navigate = useNavigate()
  const { id } = useUser()
  const draft = useMemo(() => draftOfNewProject(id), [id])
  const { mutateAsync: create } = useMutation(createProject())
  const foreign = useQuery(capabilities()).data?.foreign ?? false
  const [template, setTemplate] = useState<ProjectTemplate | null>(null)
  const [takeOver, setTakeOver] = useState(nothingTaken)
  const client = useQueryClient()
  const offered = foreign ? fieldsOfForeignBackend : fieldNames

  /** Copies the chosen sites and sampling plan into the new project. @returns whether all of them were copied */
  async function bring(projectId: string): Promise<boolean> {
    const { from, sites, plan } = takeOver
    const source = from ? await client.fetchQuery(sourceOf(from)).catch(() => null) : null
    if (from && (sites || plan) && !source) return false
    const chosen = from ? source?.plan : template?.sampling
    const hasPlan = !plan || !chosen || (await copyPlan(projectId, chosen))
    return (!sites || !source || (await copySites(projectId, source.sites))) && hasPlan
  }

  return (
    <Page title={words.title} description={words.about}>
      <ProjectForm
        initial={noFields}
        offered={offered}
        draft={draft}
        start={form => (
          <>
            <TemplatePicker form={form} offered={offered} onChoose={foreign ? undefined : setTemplate} />
            {!foreign && <TakeOverFields template={template} value={takeOver} onChange={setTakeOver} />}
          </>
        )}
        save={words.save}
        fallback={words.failed}
        onSave={async fields => {
          const made = await create(draftOf(fields, foreign))
          draft.close()
          if (made && template && !(await addTemplateContent(made.id, template)))
            showToast({ title: templateWords.partly, description: templateWords.addYourself })
          if (made && !(await bring(made.id))) showToast({ title: takeOverWords.partly, description: takeOverWords.addYourself })
          await navigate(made ? `/projects/${encodeURIComponent(made.id)}/dashboard` : '/projects')
        }}
        onCancel={() => void navigate('/projects')}
      />
    </Page>
  )
}
