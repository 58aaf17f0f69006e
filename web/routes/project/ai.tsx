import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { Check } from '../../features/ai/check/check.tsx'
import { AiFrame } from '../../features/ai/frame.tsx'
import { ModelList } from '../../features/ai/models/model-list.tsx'
import { Overview } from '../../features/ai/overview.tsx'
import { RunList } from '../../features/ai/run-list.tsx'
import { Similar } from '../../features/ai/similar/similar.tsx'
import { Suggestions } from '../../features/ai/suggestions/suggestions.tsx'
import { useFollowedAi } from '../../features/ai/use-followed-ai.ts'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { mayEdit } from '../../features/projects/words.ts'
import { labelOutline } from '../../features/taxonomy/queries.ts'

const Audit = lazy(() => import('../../features/ai/audit/audit.tsx').then(module => ({ default: module.Audit })))
const FollowedCatalog = lazy(() =>
  import('../../features/taxonomy/followed-catalog.tsx').then(module => ({ default: module.FollowedCatalog }))
)
const ModelCard = lazy(() => import('../../features/ai/models/model-card.tsx').then(module => ({ default: module.ModelCard })))
const Quality = lazy(() => import('../../features/ai/quality/quality.tsx').then(module => ({ default: module.Quality })))
const RemoveDialog = lazy(() => import('../../features/media/remove-dialog.tsx').then(module => ({ default: module.RemoveDialog })))
const UploadedCard = lazy(() => import('../../features/ai/uploaded/uploaded-card.tsx').then(module => ({ default: module.UploadedCard })))

/** AI Analysis of a project: readiness, runs, suggestions, blind audits, checks, similar crops, image quality and models. */
export function Component() {
  const { projectId = '', '*': rest = '' } = useParams()
  const project = useQuery(projectQuery(projectId))
  const [part = '', id, uploadedId] = rest.split('/')
  const outline = useQuery({
    ...labelOutline(projectId),
    enabled: part === 'suggestions' || part === 'check' || part === 'similar' || part === 'audit' || uploadedId !== undefined
  })
  useFollowedAi(projectId, outline.data?.labels)
  const facts = { projectId, mayEdit: project.data !== undefined && mayEdit(project.data) }
  return (
    <AiFrame projectId={projectId} part={part === 'audit' ? 'suggestions' : part}>
      <Suspense fallback={null}>
        <FollowedCatalog projectId={projectId} />
      </Suspense>
      {part === 'runs' ? (
        <RunList {...facts} />
      ) : part === 'suggestions' ? (
        <Suggestions {...facts} labels={outline.data?.labels ?? []} />
      ) : part === 'audit' && id ? (
        <Suspense fallback={null}>
          <Audit key={id} {...facts} bulkAcceptanceId={id} labels={outline.data?.labels ?? []} />
        </Suspense>
      ) : part === 'check' ? (
        <Check {...facts} labels={outline.data?.labels ?? []} />
      ) : part === 'similar' ? (
        <Similar {...facts} labels={outline.data?.labels ?? []} />
      ) : part === 'quality' ? (
        <Suspense fallback={null}>
          <Quality
            {...facts}
            removal={removal => (
              <Suspense fallback={null}>
                <RemoveDialog projectId={projectId} {...removal} />
              </Suspense>
            )}
          />
        </Suspense>
      ) : part === 'models' ? (
        <Suspense fallback={null}>
          {uploadedId ? (
            <UploadedCard key={uploadedId} uploadedModelId={uploadedId} labels={outline.data?.labels ?? []} {...facts} />
          ) : id ? (
            <ModelCard key={id} {...facts} modelVersionId={id} />
          ) : (
            <ModelList projectId={projectId} />
          )}
        </Suspense>
      ) : (
        <Overview {...facts} />
      )}
    </AiFrame>
  )
}
