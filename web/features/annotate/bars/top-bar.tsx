import { lazy, type ReactNode, Suspense } from 'react'
import type { ImageCard } from '../../../imagery/images.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { keyOf } from '../../../ui/command.ts'
import { CommandButton } from '../../../ui/command-button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { ChevronLeftIcon, ChevronRightIcon, FilterIcon, ImagesPanelIcon, LabelsPanelIcon, RedoIcon, UndoIcon } from '../../../ui/icons.tsx'
import { annotateCommands } from '../commands.ts'
import * as texts from '../texts.ts'
import type { Images } from '../use-images.ts'
import type { Panels } from '../use-panels.ts'
import type { Present } from '../use-presence.ts'
import styles from './bars.module.css'
import type { MoreMenuProps } from './more-menu.tsx'
import { Presence } from './presence.tsx'

const MoreMenu = lazy(() => import('./more-menu.tsx').then(module => ({ default: module.MoreMenu })))

interface TopBarProps extends MoreMenuProps {
  image: ImageCard
  images: Images
  /** Menu for the work state of the image. */
  workState: ReactNode
  /** Description of the step to undo; null if there is none. */
  undo: string | null
  saveState: ReactNode
  others: readonly Present[]
  /** Whether the filter row is open. */
  filters: boolean
  panels: Panels
}

/** Bar with the image name, the buttons to the previous and next image, and the actions on the image. Always a single row. */
// Long: one bar, button by button.
export function TopBar(props: TopBarProps) {
  const { image, images, mayEdit, isPhone, workState, undo, redo, actions, saveState, others, filters, onFilters, panels } = props
  const { at, list, hasMore } = images
  return (
    <div className={styles.top} data-phone={isPhone || undefined}>
      {!isPhone && (
        <CommandButton command={annotateCommands.imagesPanel} actions={actions} pressed={panels.images}>
          <ImagesPanelIcon aria-hidden />
        </CommandButton>
      )}
      <CommandButton command={annotateCommands.previous} actions={actions} disabled={!images.before}>
        <ChevronLeftIcon aria-hidden />
      </CommandButton>
      <CommandButton command={annotateCommands.next} actions={actions} disabled={!images.after}>
        <ChevronRightIcon aria-hidden />
      </CommandButton>
      <h1 tabIndex={-1}>
        <span>{image.fileName}</span>
        {at >= 0 && <small className={styles.place}>{texts.place(at + 1, formatNumber(list.length), hasMore)}</small>}
      </h1>
      <Presence others={others} />
      <span className={styles.save}>{saveState}</span>
      {mayEdit && !isPhone && (
        <>
          <IconButton
            label={texts.undoShort}
            tip={texts.undo(undo)}
            keys={keyOf(annotateCommands.undo)}
            disabled={!undo}
            onClick={actions.undo}
          >
            <UndoIcon aria-hidden />
          </IconButton>
          <IconButton
            label={texts.redoButton}
            tip={texts.redo(redo)}
            keys={keyOf(annotateCommands.redo)}
            disabled={!redo}
            onClick={actions.redo}
          >
            <RedoIcon aria-hidden />
          </IconButton>
        </>
      )}
      {!isPhone && (
        <IconButton label={texts.filterButton} tip={texts.filter} aria-pressed={filters} onClick={onFilters}>
          <FilterIcon aria-hidden />
        </IconButton>
      )}
      <Suspense fallback={<span className={styles.iconRoom} />}>
        <MoreMenu {...props} />
      </Suspense>
      {mayEdit && !isPhone && (
        <span className={styles.done}>
          <Button size="small" variant="primary" onClick={actions.doneAndNext}>
            {images.after ? texts.doneAndNext : texts.done}
          </Button>
          {workState}
        </span>
      )}
      {!isPhone && (
        <CommandButton command={annotateCommands.labelsPanel} actions={actions} pressed={panels.labels}>
          <LabelsPanelIcon aria-hidden />
        </CommandButton>
      )}
    </div>
  )
}
