import { Button, type ButtonProps, LinkButton } from '../../ui/button.tsx'
import { type Command, keyOf } from '../../ui/command.ts'
import { TextCommandButton } from '../../ui/command-button.tsx'
import { FloatingBar } from '../../ui/floating-bar.tsx'
import { CheckIcon, ChevronDownIcon, CloseIcon, CommentIcon, DeleteIcon, LabelIcon, PhotoIcon } from '../../ui/icons.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import styles from './action-bar.module.css'
import { type ReviewActions, reviewCommands } from './commands.ts'
import { texts } from './texts.ts'

const { actions: words } = texts

interface ActionBarProps {
  count: number
  /** Number of annotations that match the filter, for the button that selects them all. Null while unknown, or if all are selected. */
  all: number | null
  mayEdit: boolean
  /** Reviewer and time of review of the selected annotation. Null if several are selected, or if it has not been reviewed. */
  reviewed: string | null
  actions: ReviewActions
  onOpen: (() => void) | null
  /** Path to the crops similar to the selected one. Null if several are selected, or if the annotation has no outline. */
  similar: string | null
  onSelectAll: () => void
}

/** Floating bar with the actions on the selection. */
// Long: one bar, button by button.
export function ActionBar(props: ActionBarProps) {
  const { count, all, mayEdit, reviewed, actions, onOpen, similar, onSelectAll } = props
  const { clear, relabel, confirm, reject, dispute, propose, comment, remove } = reviewCommands
  return (
    <FloatingBar label={words.label}>
      <span aria-live="polite">{words.selected(count)}</span>
      {reviewed && <span className={styles.reviewed}>{reviewed}</span>}
      {all !== null && all > count && (
        <Button size="small" variant="quiet" onClick={onSelectAll}>
          {words.selectAll(all)}
        </Button>
      )}
      <Action command={clear} actions={actions} variant="quiet" />
      <span className={styles.actions}>
        {onOpen && (
          <Button size="small" icon={<PhotoIcon aria-hidden />} data-tip={words.openInImage} data-tip-keys="Enter" onClick={onOpen}>
            {words.open}
          </Button>
        )}
        {similar && (
          <LinkButton size="small" to={similar}>
            {words.similar}
          </LinkButton>
        )}
        {mayEdit && (
          <>
            <Action command={relabel} actions={actions} icon={<LabelIcon aria-hidden />} />
            <Action command={confirm} actions={actions} icon={<CheckIcon aria-hidden />} />
            <Action command={reject} actions={actions} icon={<CloseIcon aria-hidden />} />
            <MenuButton
              label={words.otherStates}
              iconOnly
              variant="secondary"
              size="small"
              placement="top end"
              items={[
                {
                  id: 'disputed',
                  label: dispute.name,
                  description: words.disputeAbout,
                  keys: keyOf(dispute),
                  onAction: () => dispute.run(actions)
                },
                {
                  id: 'proposed',
                  label: propose.name,
                  description: words.proposeAbout,
                  keys: keyOf(propose),
                  onAction: () => propose.run(actions)
                }
              ]}
            >
              <ChevronDownIcon aria-hidden />
            </MenuButton>
            <Action command={comment} actions={actions} icon={<CommentIcon aria-hidden />} />
            <Action command={remove} actions={actions} variant="danger" icon={<DeleteIcon aria-hidden />} />
          </>
        )}
      </span>
    </FloatingBar>
  )
}

interface ActionProps extends Pick<ButtonProps, 'icon' | 'variant'> {
  command: Command<ReviewActions>
  actions: ReviewActions
}

function Action({ command, actions, ...look }: ActionProps) {
  return <TextCommandButton {...look} command={command} onClick={() => command.run(actions)} />
}
