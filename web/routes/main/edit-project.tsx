import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { capabilities } from '../../api/capabilities.ts'
import { ProjectEditor } from '../../features/projects/project-editor.tsx'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { texts } from '../../features/projects/texts.ts'
import { mayEdit } from '../../features/projects/words.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'

const { edit: words } = texts

export function Component() {
  const { projectId = '' } = useParams()
  const navigate = useNavigate()
  const project = useQuery(projectQuery(projectId))
  const foreign = useQuery(capabilities()).data?.foreign ?? false
  const overview = projectPath(projectId)
  return (
    <Page title={words.title} description={project.data?.title}>
      <Loaded query={project} failed={words.loadFailed} skeleton={<SkeletonRows rows={6} height="2.25rem" label={words.loading} />}>
        {data => (
          <>
            {!mayEdit(data) && <Note>{words.readOnly}</Note>}
            <ProjectEditor
              key={data.id}
              project={data}
              foreign={foreign}
              readOnly={!mayEdit(data)}
              onSaved={() => {
                showToast({ tone: 'ok', title: words.saved })
                void navigate(overview)
              }}
              onCancel={() => void navigate(overview)}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
