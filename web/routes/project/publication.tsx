import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { isNotOffered } from '../../api/api-error.ts'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { mayEdit } from '../../features/projects/words.ts'
import { publicationOf } from '../../features/publication/publication-calls.ts'
import { PublicationEditor } from '../../features/publication/publication-editor.tsx'
import { useFollowedPublication } from '../../features/publication/use-followed-publication.ts'
import { catalogTree } from '../../features/taxonomy/catalog-tree.ts'
import { labelOutline } from '../../features/taxonomy/queries.ts'
import { catalogSearch } from '../../features/taxonomy/search.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

const LabelPicker = lazy(() => import('../../features/taxonomy/label-picker.tsx'))

/** The page that describes everything that is published of a project. */
export function Component() {
  const { projectId = '' } = useParams()
  const project = useQuery(projectQuery(projectId))
  const publication = useQuery(publicationOf(projectId))
  useFollowedPublication(projectId)
  return (
    <Page
      title="Publication"
      description="Written once, read by every export: Darwin Core Archives for OBIS and GBIF, iFDO, COCO and CITATION.cff."
    >
      {isNotOffered(publication.error) ? (
        <p>This server keeps no publications.</p>
      ) : (
        <Loaded
          query={project.data ? publication : { ...publication, ...(project.error && { error: project.error }), data: undefined }}
          failed="The publication could not be loaded"
          skeleton={<SkeletonRows rows={10} height="2.5rem" label="Loading the publication" />}
        >
          {data =>
            project.data && (
              <>
                {!mayEdit(project.data) && <Note>You may look at this. Owners and editors of the project write it.</Note>}
                <PublicationEditor
                  key={projectId}
                  project={project.data}
                  publication={data}
                  readOnly={!mayEdit(project.data)}
                  askForLabel={ask => <LabelQuestion projectId={projectId} {...ask} />}
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

/** A label of the catalog, which is loaded when somebody asks for one. */
function LabelQuestion({ projectId, onChoose, onClose }: LabelQuestionProps) {
  const outline = useQuery(labelOutline(projectId))
  const { data } = outline
  const [tree, search] = useMemo(() => [catalogTree(data?.labels ?? []), catalogSearch(data?.labels ?? [])], [data])
  if (!data)
    return (
      <Dialog title="Sensitive taxon" isOpen onClose={onClose}>
        <Loaded query={outline} failed="The catalog could not be loaded" skeleton={<SkeletonRows rows={5} label="Loading the catalog" />}>
          {() => null}
        </Loaded>
      </Dialog>
    )
  return (
    <Suspense fallback={null}>
      <LabelPicker
        title="Sensitive taxon"
        tree={tree}
        search={search}
        offers={() => true}
        onChoose={id => id !== null && onChoose({ id, name: tree.get(id)?.name ?? '' })}
        onClose={onClose}
      />
    </Suspense>
  )
}
