import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { isNotOffered } from '../../api/api-error.ts'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { mayEdit } from '../../features/projects/words.ts'
import { publicationOf } from '../../features/publication/publication-calls.ts'
import { PublicationEditor } from '../../features/publication/publication-editor.tsx'
import { texts } from '../../features/publication/texts.ts'
import { useFollowedPublication } from '../../features/publication/use-followed-publication.ts'
import { catalogTree } from '../../features/taxonomy/catalog-tree.ts'
import { labelOutline } from '../../features/taxonomy/queries.ts'
import { catalogSearch } from '../../features/taxonomy/search.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

const { page: words } = texts

const LabelPicker = lazy(() => import('../../features/taxonomy/label-picker.tsx'))

/** Publication of a project: the description of its dataset. */
export function Component() {
  const { projectId = '' } = useParams()
  const project = useQuery(projectQuery(projectId))
  const publication = useQuery(publicationOf(projectId))
  useFollowedPublication(projectId)
  return (
    <Page title={words.title} description={words.description}>
      {isNotOffered(publication.error) ? (
        <p>{words.notOffered}</p>
      ) : (
        <Loaded
          query={project.data ? publication : { ...publication, ...(project.error && { error: project.error }), data: undefined }}
          failed={words.failed}
          skeleton={<SkeletonRows rows={10} height="2.5rem" label={words.loading} />}
        >
          {data =>
            project.data && (
              <>
                {!mayEdit(project.data) && <Note>{words.readOnly}</Note>}
                <PublicationEditor
                  key={projectId}
                  project={project.data}
                  publication={data}
                  readOnly={!mayEdit(project.data)}
                  pickLabel={request => <LabelQuestion projectId={projectId} {...request} />}
                />
              </>
            )
          }
        </Loaded>
      )}
    </Page>
  )
}

interface LabelQuestionProps {
  projectId: string
  onChoose: (label: { id: string; name: string }) => void
  onClose: () => void
}

/** Label picker that loads the catalog when it opens. */
function LabelQuestion({ projectId, onChoose, onClose }: LabelQuestionProps) {
  const outline = useQuery(labelOutline(projectId))
  const { data } = outline
  const [tree, search] = useMemo(() => [catalogTree(data?.labels ?? []), catalogSearch(data?.labels ?? [])], [data])
  if (!data)
    return (
      <Dialog title={words.sensitiveTaxon} isOpen onClose={onClose}>
        <Loaded query={outline} failed={words.catalogFailed} skeleton={<SkeletonRows rows={5} label={words.loadingCatalog} />}>
          {() => null}
        </Loaded>
      </Dialog>
    )
  return (
    <Suspense fallback={null}>
      <LabelPicker
        title={words.sensitiveTaxon}
        tree={tree}
        search={search}
        offers={() => true}
        onChoose={id => id !== null && onChoose({ id, name: tree.get(id)?.name ?? '' })}
        onClose={onClose}
      />
    </Suspense>
  )
}
