import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { ExportPanel } from '../../features/exchange/export-panel.tsx'
import { ImportPanel } from '../../features/exchange/import-panel.tsx'
import { ImportView } from '../../features/exchange/import-view.tsx'
import type { LabelChoice } from '../../features/exchange/label-mapping.tsx'
import { texts } from '../../features/exchange/texts.ts'
import { type ExchangeView, useExchangeAddress } from '../../features/exchange/use-exchange-address.ts'
import { useFollowedExchange } from '../../features/exchange/use-followed-exchange.ts'
import { membersOf } from '../../features/members/queries.ts'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { mayEdit as mayEditProject } from '../../features/projects/words.ts'
import { publicationOf, rulesOf } from '../../features/publication/publication-calls.ts'
import { catalogTree } from '../../features/taxonomy/catalog-tree.ts'
import { labelOutline } from '../../features/taxonomy/queries.ts'
import { catalogSearch } from '../../features/taxonomy/search.ts'
import { UnsentNote } from '../../features/waiting/unsent-note.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const { page: words } = texts

const NavigationPanel = lazy(() => import('../../features/navigation/navigation-panel.tsx'))
const LabelPicker = lazy(() => import('../../features/taxonomy/label-picker.tsx'))

/** Import and export of annotations, and navigation files. */
export function Component() {
  const { projectId = '' } = useParams()
  const project = useQuery(projectQuery(projectId))
  return (
    <Page title={words.title} description={project.data?.title}>
      <UnsentNote projectId={projectId} />
      <Loaded query={project} failed={words.failed} skeleton={<SkeletonRows rows={8} height="2.25rem" label={words.loading} />}>
        {data => <Exchange key={data.id} projectId={data.id} mayEdit={mayEditProject(data)} isOwner={data.role === 'owner'} />}
      </Loaded>
    </Page>
  )
}

function Exchange({ projectId, mayEdit, isOwner }: { projectId: string; mayEdit: boolean; isOwner: boolean }) {
  const { view, importId, trackId, go } = useExchangeAddress()
  const { data: sensitive } = useQuery({ ...rulesOf(projectId), enabled: isOwner })
  const { data: published } = useQuery(publicationOf(projectId))
  useFollowedExchange(projectId)
  return (
    <Tabs
      label={words.title}
      selected={view}
      onSelect={id => go({ view: id as ExchangeView })}
      tabs={[
        {
          id: 'import',
          label: words.import,
          content: importId ? (
            <OpenImport projectId={projectId} importId={importId} mayEdit={mayEdit} onClose={() => go({ view: 'import' })} />
          ) : (
            <ImportPanel projectId={projectId} mayEdit={mayEdit} onOpen={id => go({ view: 'import', importId: id })} />
          )
        },
        {
          id: 'export',
          label: words.export,
          content: (
            <ExportPanel projectId={projectId} mayEdit={mayEdit} published={published} offersExact={(sensitive?.rules.length ?? 0) > 0} />
          )
        },
        {
          id: 'navigation',
          label: words.navigation,
          content: (
            <Suspense fallback={<SkeletonRows rows={5} height="2.75rem" label={words.loadingTracks} />}>
              <NavigationPanel
                projectId={projectId}
                mayEdit={mayEdit}
                trackId={trackId}
                onOpen={id => go({ view: 'navigation', trackId: id })}
              />
            </Suspense>
          )
        }
      ]}
    />
  )
}

interface OpenImportProps {
  projectId: string
  importId: string
  mayEdit: boolean
  onClose: () => void
}

/** The open import, in which labels are mapped to the catalog and people to members. */
function OpenImport({ projectId, importId, mayEdit, onClose }: OpenImportProps) {
  const outline = useQuery(labelOutline(projectId))
  const { data: members = [] } = useQuery(membersOf(projectId))
  const labels = outline.data?.labels
  const pickLabel = useMemo((): LabelChoice => {
    const tree = catalogTree(labels ?? [])
    const search = catalogSearch(labels ?? [])
    return {
      nameOf: labelId => tree.get(labelId)?.name ?? null,
      render: ({ title, onChoose, onClose: close }) => (
        <Suspense fallback={null}>
          <LabelPicker
            title={title}
            tree={tree}
            search={search}
            offers={() => true}
            onChoose={labelId => labelId !== null && onChoose(labelId)}
            onClose={close}
          />
        </Suspense>
      )
    }
  }, [labels])
  return (
    <ImportView
      projectId={projectId}
      importId={importId}
      mayEdit={mayEdit}
      members={members.map(({ accountId, name, email }) => ({ id: accountId, name: name ?? email }))}
      pickLabel={pickLabel}
      onClose={onClose}
    />
  )
}
