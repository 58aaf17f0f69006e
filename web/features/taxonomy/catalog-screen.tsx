import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Catalog } from './catalog.tsx'
import type { CatalogDialog } from './catalog-dialog.ts'
import { CatalogFailed, CatalogSkeleton, EmptyCatalog } from './catalog-states.tsx'
import { catalogTree } from './catalog-tree.ts'
import { labelOutline } from './queries.ts'
import { useCatalogAddress } from './use-catalog-address.ts'
import { useFollowedCatalog } from './use-followed-catalog.ts'

const AddDialog = lazy(() => import('./add-dialog.tsx'))
const CheckDialog = lazy(() => import('./worms/check-dialog.tsx'))
const ImportDialog = lazy(() => import('./import/import-dialog.tsx'))
const ImportsDialog = lazy(() => import('./import/imports-dialog.tsx'))
const VersionsDialog = lazy(() => import('./versions/versions-dialog.tsx'))
const WormsDialog = lazy(() => import('./worms/worms-dialog.tsx'))

export interface CatalogScreenProps {
  projectId: string
  projectTitle: string
  /** Whether the role is still being loaded. */
  isAwaited: boolean
  mayEdit: boolean
  /** Projects whose catalog can be copied. */
  otherProjects: readonly { id: string; title: string }[]
}

/** The catalog of a project in each of its states: loading, failed, empty and filled. */
export function CatalogScreen({ projectId, projectTitle, isAwaited, mayEdit, otherProjects }: CatalogScreenProps) {
  const outline = useQuery(labelOutline(projectId))
  useFollowedCatalog(projectId)
  const [dialog, setDialog] = useState<CatalogDialog | null>(null)
  const [address, setAddress] = useCatalogAddress()
  const labels = isAwaited ? undefined : outline.data?.labels
  const tree = useMemo(() => catalogTree(labels ?? []), [labels])
  const close = () => setDialog(null)
  const showAdded = (labelId: string) => {
    setAddress({ labelId, search: '' })
    close()
  }
  const showImport = (importId: string) => {
    setAddress({ importId, labelId: null, search: '' })
    close()
  }

  return (
    <>
      {!labels && (outline.error ? <CatalogFailed query={outline} /> : <CatalogSkeleton />)}
      {labels?.length === 0 && <EmptyCatalog projectId={projectId} mayEdit={mayEdit} onOpenDialog={setDialog} />}
      {labels && labels.length > 0 && (
        <Catalog projectId={projectId} tree={tree} mayEdit={mayEdit} onOpenDialog={setDialog} failure={outline.error} />
      )}
      <Suspense fallback={null}>
        {dialog?.what === 'add' && (
          <AddDialog projectId={projectId} parent={tree.get(dialog.parentId) ?? null} onAdded={showAdded} onClose={close} />
        )}
        {dialog?.what === 'import' && (
          <ImportDialog projectId={projectId} tree={tree} otherProjects={otherProjects} onSee={showImport} onClose={close} />
        )}
        {dialog?.what === 'imports' && <ImportsDialog projectId={projectId} mayEdit={mayEdit} onSee={showImport} onClose={close} />}
        {labels && (dialog?.what === 'versions' || address.versionId) && (
          <VersionsDialog
            projectId={projectId}
            projectTitle={projectTitle}
            labelCount={labels.length}
            versionId={address.versionId}
            mayEdit={mayEdit}
            onClose={() => {
              setAddress({ versionId: null })
              close()
            }}
          />
        )}
        {dialog?.what === 'check' && <CheckDialog projectId={projectId} tree={tree} onClose={close} />}
        {dialog?.what === 'worms' && (
          <WormsDialog projectId={projectId} tree={tree} near={address.labelId} onAdded={showAdded} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
