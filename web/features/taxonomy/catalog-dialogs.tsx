import { lazy, Suspense } from 'react'
import { writtenName } from '../../../shared/taxonomy/written-name.ts'
import { NamesIn } from '../../ui/names-in.ts'
import type { CatalogTree } from './catalog-tree.ts'
import { texts } from './texts.ts'
import type { CatalogState } from './use-catalog.ts'

const { picker: words } = texts

const LabelPicker = lazy(() => import('./label-picker.tsx'))
const MergeDialog = lazy(() => import('./merge-dialog.tsx'))
const PromoteDialog = lazy(() => import('./promote-dialog.tsx'))
const RemoveDialog = lazy(() => import('./remove-dialog.tsx'))

interface CatalogDialogsProps {
  projectId: string
  tree: CatalogTree
  state: CatalogState
}

/** The open dialog that moves, merges, promotes or removes a label. */
// Long: one branch for each dialog.
export function CatalogDialogs({ projectId, tree, state }: CatalogDialogsProps) {
  const { choosing, setChoosing, move, search, setAddress } = state
  const promoting = choosing?.what === 'promote' ? tree.get(choosing.labelId) : undefined

  function nameOf(id: string): string {
    const label = tree.get(id)
    return label ? writtenName(label) : words.unnamed
  }

  return (
    <Suspense fallback={null}>
      {(choosing?.what === 'move' || choosing?.what === 'merge') && (
        <LabelPicker
          title={<NamesIn text={words[choosing.what](nameOf(choosing.labelId))} labels={[tree.get(choosing.labelId)]} />}
          tree={tree}
          search={search}
          offers={({ id }) =>
            !tree.isWithin(id, choosing.labelId) && (choosing.what === 'merge' || id !== tree.get(choosing.labelId)?.parentId)
          }
          top={choosing.what === 'move' && tree.get(choosing.labelId)?.parentId ? words.top : undefined}
          onChoose={target => {
            if (choosing.what === 'move') {
              setChoosing(null)
              move(choosing.labelId, target)
            } else if (target !== null) setChoosing({ what: 'mergeInto', labelId: choosing.labelId, into: target })
          }}
          onClose={() => setChoosing(null)}
        />
      )}
      {choosing?.what === 'mergeInto' && (
        <MergeDialog
          projectId={projectId}
          tree={tree}
          labelId={choosing.labelId}
          into={choosing.into}
          onMerged={() => setAddress({ labelId: choosing.into })}
          onClose={() => setChoosing(null)}
        />
      )}
      {choosing?.what === 'promote' && promoting && (
        <PromoteDialog
          projectId={projectId}
          label={promoting}
          onMerge={() => setChoosing({ what: 'merge', labelId: promoting.id })}
          onClose={() => setChoosing(null)}
        />
      )}
      {choosing?.what === 'remove' && (
        <RemoveDialog
          projectId={projectId}
          tree={tree}
          labelId={choosing.labelId}
          onMerge={() => setChoosing({ what: 'merge', labelId: choosing.labelId })}
          onClose={() => setChoosing(null)}
        />
      )}
    </Suspense>
  )
}
