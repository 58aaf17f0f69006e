import type { ReactNode } from 'react'
import type { ImageCard } from '../../../imagery/images.ts'
import { Button, IconButton, LinkButton } from '../../../ui/button.tsx'
import { keyOf, titleOf } from '../../../ui/command.ts'
import { CommandButton } from '../../../ui/command-button.tsx'
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  EyeIcon,
  EyeOffIcon,
  FilterIcon,
  FitIcon,
  GridIcon,
  LabelIcon,
  LinkIcon,
  RedoIcon,
  ScaleIcon,
  SweepIcon,
  UndoIcon
} from '../../../ui/icons.tsx'
import { type AnnotateActions, annotateCommands } from '../commands.ts'
import type { Images } from '../use-images.ts'
import type { Present } from '../use-presence.ts'
import styles from '../workspace.module.css'

interface TopBarProps {
  image: ImageCard
  images: Images
  mayEdit: boolean
  /** How far the image is, and a way to say so. */
  workState: ReactNode
  /** What undo would take back, in words; null when there is nothing. */
  undo: string | null
  redo: string | null
  hidden: boolean
  actions: AnnotateActions
  /** A walk over fields of view is on. */
  sweeping: boolean
  onSweeping: () => void
  saveState: ReactNode
  picture: ReactNode
  /** Who else is on this image. */
  others: readonly Present[]
  /** As the address has it: Review goes on with it. */
  filter: string
  /** The row of filters is open. */
  filters: boolean
  onFilters: () => void
  onSample: () => void
  /** Whether the scale of the image is known, and its panel open. */
  scale: { isKnown: boolean; isOpen: boolean }
}

/** Which image it is, the way to the next, and what concerns the whole view. */
// Long: one bar of buttons.
export function TopBar({
  image,
  images,
  mayEdit,
  workState,
  undo,
  redo,
  hidden,
  actions,
  sweeping,
  onSweeping,
  saveState,
  picture,
  others,
  filter,
  filters,
  onFilters,
  onSample,
  scale
}: TopBarProps) {
  return (
    <header className={styles.top}>
      <h1 tabIndex={-1}>
        <span className={styles.area}>Annotate</span> {image.fileName}
      </h1>
      <div className={styles.topActions}>
        <CommandButton command={annotateCommands.previous} actions={actions} disabled={!images.before}>
          <ChevronLeftIcon aria-hidden />
        </CommandButton>
        <CommandButton command={annotateCommands.next} actions={actions} disabled={!images.after}>
          <ChevronRightIcon aria-hidden />
        </CommandButton>
        {mayEdit && (
          <>
            <IconButton
              label="Undo"
              title={undo ? `Undo: ${undo} (${keyOf(annotateCommands.undo)})` : 'Nothing to undo'}
              disabled={!undo}
              onClick={actions.undo}
            >
              <UndoIcon aria-hidden />
            </IconButton>
            <IconButton
              label="Redo"
              title={redo ? `Redo: ${redo} (${keyOf(annotateCommands.redo)})` : 'Nothing to redo'}
              disabled={!redo}
              onClick={actions.redo}
            >
              <RedoIcon aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton label="Filter" title="Filter images and annotations" aria-pressed={filters} onClick={onFilters}>
          <FilterIcon aria-hidden />
        </IconButton>
        <CommandButton command={annotateCommands.fit} actions={actions}>
          <FitIcon aria-hidden />
        </CommandButton>
        <IconButton
          label="Field by field"
          title={`Field by field over the images, at this zoom (${keyOf(annotateCommands.sweepOn)})`}
          aria-pressed={sweeping}
          onClick={onSweeping}
        >
          <SweepIcon aria-hidden />
        </IconButton>
        <IconButton
          label={hidden ? 'Show annotations' : 'Hide annotations'}
          title={`${hidden ? 'Show' : 'Hide'} annotations (${keyOf(annotateCommands.hide)})`}
          aria-pressed={hidden}
          onClick={actions.hide}
        >
          {hidden ? <EyeOffIcon aria-hidden /> : <EyeIcon aria-hidden />}
        </IconButton>
        {picture}
        <IconButton
          label={scale.isKnown ? 'Scale' : 'Scale: not known'}
          title={`${scale.isKnown ? 'Scale' : 'Scale: not known yet'} (${keyOf(annotateCommands.scale)})`}
          aria-expanded={scale.isOpen}
          onClick={actions.scale}
        >
          <ScaleIcon aria-hidden />
        </IconButton>
        <CommandButton command={annotateCommands.copyLink} actions={actions}>
          <LinkIcon aria-hidden />
        </CommandButton>
      </div>
      <div className={styles.topEnd}>
        {others.length > 0 && (
          <span className={styles.others} role="status">
            {others.map(({ name }) => name).join(', ')} {others.length === 1 ? 'is' : 'are'} here too
          </span>
        )}
        <LinkButton to={filter ? `review?${new URLSearchParams({ filter })}` : 'review'} relative="path" size="small" variant="quiet">
          Review
        </LinkButton>
        {mayEdit && (
          <Button
            size="small"
            variant="quiet"
            icon={<LabelIcon aria-hidden />}
            title={titleOf(annotateCommands.labelImage)}
            onClick={actions.labelImage}
          >
            Label image
          </Button>
        )}
        {mayEdit && (
          <Button size="small" variant="quiet" icon={<GridIcon aria-hidden />} onClick={onSample}>
            Sample points
          </Button>
        )}
        {saveState}
        {mayEdit && (
          <span className={styles.done}>
            <Button size="small" variant="primary" title={titleOf(annotateCommands.doneAndNext)} onClick={actions.doneAndNext}>
              {images.after ? 'Done and next' : 'Done'}
            </Button>
            {workState}
          </span>
        )}
      </div>
    </header>
  )
}
