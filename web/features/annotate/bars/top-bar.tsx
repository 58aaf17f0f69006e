import type { ReactNode } from 'react'
import type { AnnotateImage } from '../../../annotation/queries.ts'
import { Button, IconButton, LinkButton } from '../../../ui/button.tsx'
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
import { writeKeys } from '../../../ui/shortcuts.ts'
import type { AnnotateActions } from '../keys.ts'
import type { Images } from '../use-images.ts'
import type { Present } from '../use-presence.ts'
import styles from '../workspace.module.css'

interface TopBarProps {
  image: AnnotateImage
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
        <IconButton label="Previous image" title="Previous image (←)" disabled={!images.before} onClick={() => actions.go(-1)}>
          <ChevronLeftIcon aria-hidden />
        </IconButton>
        <IconButton label="Next image" title="Next image (→)" disabled={!images.after} onClick={() => actions.go(1)}>
          <ChevronRightIcon aria-hidden />
        </IconButton>
        {mayEdit && (
          <>
            <IconButton
              label="Undo"
              title={undo ? `Undo: ${undo} (${writeKeys('mod+z')})` : 'Nothing to undo'}
              disabled={!undo}
              onClick={actions.undo}
            >
              <UndoIcon aria-hidden />
            </IconButton>
            <IconButton
              label="Redo"
              title={redo ? `Redo: ${redo} (${writeKeys('mod+shift+z')})` : 'Nothing to redo'}
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
        <IconButton label="Whole image" title="Whole image (−)" onClick={actions.fit}>
          <FitIcon aria-hidden />
        </IconButton>
        <IconButton
          label="Field by field"
          title="Field by field over the images, at this zoom (N)"
          aria-pressed={sweeping}
          onClick={onSweeping}
        >
          <SweepIcon aria-hidden />
        </IconButton>
        <IconButton
          label={hidden ? 'Show annotations' : 'Hide annotations'}
          title={`${hidden ? 'Show' : 'Hide'} annotations (O)`}
          aria-pressed={hidden}
          onClick={actions.hide}
        >
          {hidden ? <EyeOffIcon aria-hidden /> : <EyeIcon aria-hidden />}
        </IconButton>
        {picture}
        <IconButton
          label={scale.isKnown ? 'Scale' : 'Scale: not known'}
          title={`${scale.isKnown ? 'Scale' : 'Scale: not known yet'} (${writeKeys('shift+r')})`}
          aria-expanded={scale.isOpen}
          onClick={actions.scale}
        >
          <ScaleIcon aria-hidden />
        </IconButton>
        <IconButton
          label="Copy a link to this view"
          title={`Copy a link to this view (${writeKeys('shift+l')})`}
          onClick={actions.copyLink}
        >
          <LinkIcon aria-hidden />
        </IconButton>
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
            title="Say the current label of the whole image (W)"
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
            <Button size="small" variant="primary" title={`Done and next (${writeKeys('mod+enter')})`} onClick={actions.doneAndNext}>
              {images.after ? 'Done and next' : 'Done'}
            </Button>
            {workState}
          </span>
        )}
      </div>
    </header>
  )
}
