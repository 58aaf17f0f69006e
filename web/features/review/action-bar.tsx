import { Button } from '../../ui/button.tsx'
import { keyOf, titleOf } from '../../ui/command.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { CheckIcon, ChevronDownIcon, CloseIcon, CommentIcon, DeleteIcon, LabelIcon, PhotoIcon } from '../../ui/icons.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import styles from './action-bar.module.css'
import { type ReviewActions, reviewCommands } from './commands.ts'

interface ActionBarProps {
  count: number
  /** Matches of the filter, when there are more than loaded and selected; null while that is unknown. */
  all: number | null
  mayEdit: boolean
  /** Reviewer of the selected annotation, and the time; null for several, and where nobody reviewed it. */
  reviewed: string | null
  actions: ReviewActions
  onOpen: (() => void) | null
  onSelectAll: () => void
}

/** Actions on the selection. */
// Long: one bar of buttons.
export function ActionBar(props: ActionBarProps) {
  const { count, all, mayEdit, reviewed, actions, onOpen, onSelectAll } = props
  const { clear, relabel, confirm, reject, dispute, propose, comment, remove } = reviewCommands
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
      <Button size="small" variant="quiet" title={titleOf(clear)} onClick={() => clear.run(actions)}>
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
            <Button size="small" icon={<LabelIcon aria-hidden />} title={titleOf(relabel)} onClick={() => relabel.run(actions)}>
              Relabel
            </Button>
            <Button size="small" icon={<CheckIcon aria-hidden />} title={titleOf(confirm)} onClick={() => confirm.run(actions)}>
              Confirm
            </Button>
            <Button size="small" icon={<CloseIcon aria-hidden />} title={titleOf(reject)} onClick={() => reject.run(actions)}>
              Reject
            </Button>
            <MenuButton
              label="Other review states"
              iconOnly
              variant="secondary"
              size="small"
              placement="top end"
              items={[
                {
                  id: 'disputed',
                  label: dispute.name,
                  description: 'For others to decide',
                  keys: keyOf(dispute),
                  onAction: () => dispute.run(actions)
                },
                {
                  id: 'proposed',
                  label: propose.name,
                  description: 'Not reviewed yet',
                  keys: keyOf(propose),
                  onAction: () => propose.run(actions)
                }
              ]}
            >
              <ChevronDownIcon aria-hidden />
            </MenuButton>
            <Button size="small" icon={<CommentIcon aria-hidden />} title={titleOf(comment)} onClick={() => comment.run(actions)}>
              Comment
            </Button>
            <Button
              size="small"
              variant="danger"
              icon={<DeleteIcon aria-hidden />}
              title={titleOf(remove)}
              onClick={() => remove.run(actions)}
            >
              Remove
            </Button>
          </>
        )}
      </span>
    </div>
  )
}
