import { Button } from '../../ui/button.tsx'
import { keyOf } from '../../ui/command.ts'
import { CheckIcon, LabelIcon } from '../../ui/icons.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import styles from './ai.module.css'
import { type SimilarActions, similarCommands } from './similar-commands.ts'
import { texts } from './texts.ts'

const { similar: words } = texts

interface SimilarBarProps {
  count: number
  mayEdit: boolean
  /** Name of the label of the example; null without one. */
  sameLabel: string | null
  actions: SimilarActions
}

/** Actions on the selected crops. */
export function SimilarBar({ count, mayEdit, sameLabel, actions }: SimilarBarProps) {
  const { clear, relabel, same } = similarCommands
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar of actions, not a form's group
    <div className={styles.bar} role="group" aria-label={words.actions}>
      <span aria-live="polite">{words.selected(count)}</span>
      <Button size="small" variant="quiet" onClick={() => clear.run(actions)}>
        {clear.name}
      </Button>
      {mayEdit && sameLabel !== null && (
        <Tooltip text={same.sentence} keys={keyOf(same)} placement="top">
          <Button size="small" variant="primary" icon={<CheckIcon aria-hidden />} onClick={() => same.run(actions)}>
            {words.giveSame(sameLabel)}
          </Button>
        </Tooltip>
      )}
      {mayEdit && (
        <Tooltip text={relabel.sentence} keys={keyOf(relabel)} placement="top">
          <Button size="small" icon={<LabelIcon aria-hidden />} onClick={() => relabel.run(actions)}>
            {relabel.name}
          </Button>
        </Tooltip>
      )}
    </div>
  )
}
