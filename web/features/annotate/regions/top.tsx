import { Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { lazyPart } from '../../../ui/lazy-part.ts'
import barStyles from '../bars/bars.module.css'
import { SaveState } from '../bars/save-state.tsx'
import { TopBar } from '../bars/top-bar.tsx'
import { usePresence } from '../use-presence.ts'
import type { WorkspaceState } from '../use-workspace.ts'
import styles from '../workspace.module.css'
import type { WorkspaceProps } from '../workspace-props.ts'

const FilterRow = lazyPart(() => import('../filter/filter-row.tsx').then(module => ({ default: module.FilterRow })))
const WorkStateMenu = lazyPart(() => import('../bars/work-state-menu.tsx').then(module => ({ default: module.WorkStateMenu })))

type TopProps = Pick<WorkspaceProps, 'projectId' | 'image' | 'images' | 'store' | 'mayEdit' | 'me' | 'frame'> & { state: WorkspaceState }

/** Top bar, placed in the row of tabs, with the filter row below it. */
export function Top({ projectId, image, images, store, mayEdit, me, frame, state }: TopProps) {
  const { actions, address, labelIndex, panels, setAddress, setShows } = state
  const { document } = store
  const others = usePresence(image.id, me.id)
  const [showsFilter, setShowsFilter] = useState(address.filter !== '')
  const bar = (
    <TopBar
      projectId={projectId}
      image={image}
      images={images}
      mayEdit={mayEdit}
      isPhone={frame.isPhone}
      workState={
        <Suspense fallback={<span className={barStyles.iconRoom} />}>
          <WorkStateMenu state={image.workState} onState={state.editing.setState} />
        </Suspense>
      }
      undo={document.canUndo}
      redo={document.canRedo}
      actions={actions}
      saveState={mayEdit && <SaveState onOpen={() => setShows('refused')} />}
      others={others}
      filter={address.filter}
      filters={showsFilter}
      onFilters={() => setShowsFilter(!showsFilter)}
      hidden={state.hidden}
      onPicture={() => setShows('picture')}
      onWorkState={state.editing.setState}
      panels={panels.shown}
    />
  )
  return (
    <>
      {frame.bar && createPortal(bar, frame.bar)}
      {showsFilter && (
        <Suspense fallback={<div className={styles.filter} />}>
          <FilterRow
            projectId={projectId}
            filter={address.filter}
            labelIndex={labelIndex}
            mayEdit={mayEdit}
            onFilter={filter => setAddress({ filter, imageId: image.id })}
          />
        </Suspense>
      )}
    </>
  )
}
