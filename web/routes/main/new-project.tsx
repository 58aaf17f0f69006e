import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { capabilities } from '../../api/capabilities.ts'
import { useUser } from '../../api/session-context.ts'
import { draftOfNewProject } from '../../features/projects/kept-draft.ts'
import { draftOf, fieldNames, fieldsOfForeignBackend, noFields } from '../../features/projects/project-fields.ts'
import { ProjectForm } from '../../features/projects/project-form.tsx'
import { createProject } from '../../features/projects/queries.ts'
import { copyPlan, copySites, nothingTaken, sourceOf } from '../../features/projects/take-over.ts'
import { TakeOverFields } from '../../features/projects/take-over-fields.tsx'
import { addTemplateContent, optionsBeside } from '../../features/projects/templates/add-template-content.ts'
import { TemplateFields } from '../../features/projects/templates/template-fields.tsx'
import { TemplatePicker } from '../../features/projects/templates/template-picker.tsx'
import type { ProjectTemplate } from '../../features/projects/templates/templates.ts'
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
  const [options, setOptions] = useState({ sites: true, plan: true })
  const [takeOver, setTakeOver] = useState(nothingTaken)
  const client = useQueryClient()
  const offered = foreign ? fieldsOfForeignBackend : fieldNames

  /** Copies the chosen sites and sampling plan of another project into the new one. @returns whether all of them were copied */
  async function copy(projectId: string): Promise<boolean> {
    const { from, sites, plan } = takeOver
    if (!sites && !plan) return true
    const source = await client.fetchQuery(sourceOf(from)).catch(() => null)
    if (!source) return false
    const hasPlan = !plan || !source.plan || (await copyPlan(projectId, source.plan))
    return (!sites || (await copySites(projectId, source.sites))) && hasPlan
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
            {!foreign && template && <TemplateFields template={template} value={options} takeOver={takeOver} onChange={setOptions} />}
            {!foreign && <TakeOverFields value={takeOver} onChange={setTakeOver} />}
          </>
        )}
        save={words.save}
        fallback={words.failed}
        onSave={async fields => {
          const made = await create(draftOf(fields, foreign))
          draft.close()
          const missing = made && template && !foreign ? await addTemplateContent(made.id, template, optionsBeside(options, takeOver)) : []
          if (missing.length > 0) showToast({ title: templateWords.partly, description: templateWords.missing(missing) })
          if (made && !(await copy(made.id))) showToast({ title: takeOverWords.partly, description: takeOverWords.addYourself })
          await navigate(made ? `/projects/${encodeURIComponent(made.id)}/dashboard` : '/projects')
        }}
        onCancel={() => void navigate('/projects')}
      />
    </Page>
  )
}
