import type { ReviewState } from '../../../shared/contracts/annotations.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { CheckIcon, ChevronDownIcon, CloseIcon, CommentIcon, DeleteIcon, LabelIcon, PhotoIcon } from '../../ui/icons.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { writeKeys } from '../../ui/shortcuts.ts'
import styles from './action-bar.module.css'

interface ActionBarProps {
  count: number
  /** Everything that the filter means, when that is more than what is loaded and selected; null while it is not known. */
  all: number | null
  mayEdit: boolean
  onRelabel: () => void
  /** Who reviewed the one that is selected, and when; null for several, and where nobody did. */
  reviewed: string | null
  onReview: (state: ReviewState) => void
  onComment: () => void
  onRemove: () => void
  onOpen: (() => void) | null
  onSelectAll: () => void
  onClear: () => void
}

/** What can be done with what is selected. */
export function ActionBar(props: ActionBarProps) {
  const { count, all, mayEdit, reviewed, onRelabel, onReview, onComment, onRemove, onOpen, onSelectAll, onClear } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar of actions, not a form's group
    <div className={styles.bar} role="group" aria-label="Selected annotations">
      <span aria-live="polite">{formatCount(count, 'annotation')} selected</span>
      {reviewed && <span className={styles.reviewed}>{reviewed}</span>}
      {all !== null && all > count && (
        <Button size="small" variant="quiet" onClick={onSelectAll}>
          Select all {formatNumber(all, 0)}
        </Button>
      )}
      <Button size="small" variant="quiet" title={`Clear the selection (${writeKeys('escape')})`} onClick={onClear}>
        Clear
      </Button>
      <span className={styles.actions}>
        {onOpen && (
          <Button size="small" icon={<PhotoIcon aria-hidden />} title="Show it in its image (Enter)" onClick={onOpen}>
            Open
          </Button>
        )}
        {mayEdit && (
          <>
            <Button size="small" icon={<LabelIcon aria-hidden />} title="Give a label (L)" onClick={onRelabel}>
              Relabel
            </Button>
            <Button size="small" icon={<CheckIcon aria-hidden />} title="Confirm (A)" onClick={() => onReview('confirmed')}>
              Confirm
            </Button>
            <Button size="small" icon={<CloseIcon aria-hidden />} title="Reject (R)" onClick={() => onReview('rejected')}>
              Reject
            </Button>
            <MenuButton
              label="Other review states"
              iconOnly
              variant="secondary"
              size="small"
              placement="top end"
              items={[
                { id: 'disputed', label: 'Dispute', description: 'For others to decide', keys: 'D', onAction: () => onReview('disputed') },
                { id: 'proposed', label: 'Propose again', description: 'Not reviewed yet', keys: 'P', onAction: () => onReview('proposed') }
              ]}
            >
              <ChevronDownIcon aria-hidden />
            </MenuButton>
            <Button size="small" icon={<CommentIcon aria-hidden />} title="Comment (M)" onClick={onComment}>
              Comment
            </Button>
            <Button size="small" variant="danger" icon={<DeleteIcon aria-hidden />} title="Remove (Delete)" onClick={onRemove}>
              Remove
            </Button>
          </>
        )}
      </span>
    </div>
  )
}
