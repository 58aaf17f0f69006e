import { lazy, Suspense, useState } from 'react'
import { SaveState } from '../bars/save-state.tsx'
import { TopBar } from '../bars/top-bar.tsx'
import { usePresence } from '../use-presence.ts'
import type { WorkspaceState } from '../use-workspace.ts'
import styles from '../workspace.module.css'
import type { WorkspaceProps } from '../workspace-props.ts'

const PicturePanel = lazy(() => import('../panels/picture-panel.tsx').then(module => ({ default: module.PicturePanel })))
const FilterRow = lazy(() => import('../filter/filter-row.tsx').then(module => ({ default: module.FilterRow })))
const WorkStateMenu = lazy(() => import('../bars/work-state-menu.tsx').then(module => ({ default: module.WorkStateMenu })))

type TopProps = Pick<WorkspaceProps, 'projectId' | 'image' | 'images' | 'desk' | 'mayEdit' | 'me' | 'scaling'> & { state: WorkspaceState }

/** The bar above the canvas, and the row of filters below it. */
export function Top({ projectId, image, images, desk, mayEdit, me, scaling, state }: TopProps) {
  const { actions, address, book, hidden, look, setAddress, setLook, setShows, setSweeping, sweeping } = state
  const { document } = desk
  const others = usePresence(image.id, me.id)
  const [showsFilter, setShowsFilter] = useState(address.filter !== '')
  return (
    <>
      <TopBar
        image={image}
        images={images}
        mayEdit={mayEdit}
        workState={
          <Suspense fallback={null}>
            <WorkStateMenu state={image.workState} onState={state.editing.setState} />
          </Suspense>
        }
        undo={document.canUndo}
        redo={document.canRedo}
        hidden={hidden}
        sweeping={sweeping}
        onSweeping={() => setSweeping(!sweeping)}
        actions={actions}
        saveState={mayEdit && <SaveState onOpen={() => setShows('refused')} />}
        picture={
          <Suspense fallback={null}>
            <PicturePanel look={look} onChange={setLook} />
          </Suspense>
        }
        others={others}
        filter={address.filter}
        filters={showsFilter}
        onFilters={() => setShowsFilter(!showsFilter)}
        onSample={() => setShows('sample')}
        scale={{ isKnown: scaling.metersPerPixel !== null, isOpen: scaling.isOpen }}
      />
      {showsFilter && (
        <Suspense fallback={<div className={styles.filter} />}>
          <FilterRow
            projectId={projectId}
            filter={address.filter}
            book={book}
            mayEdit={mayEdit}
            onFilter={filter => setAddress({ filter, imageId: image.id })}
          />
        </Suspense>
      )}
    </>
  )
}
