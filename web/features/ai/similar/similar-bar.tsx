import { Button } from '../../../ui/button.tsx'
import { keyOf } from '../../../ui/command.ts'
import { FloatingBar } from '../../../ui/floating-bar.tsx'
import { CheckIcon, LabelIcon } from '../../../ui/icons.tsx'
import { texts } from '../texts.ts'
import { type SimilarActions, similarCommands } from './similar-commands.ts'

const { similar: words } = texts

interface SimilarBarProps {
  count: number
  mayEdit: boolean
  /** Label name of the example; null if it has no label. */
  sameLabel: string | null
  actions: SimilarActions
}

/** Bar with the actions on the selected crops. */
export function SimilarBar({ count, mayEdit, sameLabel, actions }: SimilarBarProps) {
  const { clear, relabel, same } = similarCommands
  return (
    <FloatingBar label={words.actions}>
      <span aria-live="polite">{words.selected(count)}</span>
      <Button size="small" variant="quiet" onClick={() => clear.run(actions)}>
        {clear.name}
      </Button>
      {mayEdit && sameLabel !== null && (
        <Button
          size="small"
          variant="primary"
          icon={<CheckIcon aria-hidden />}
          data-tip={same.sentence}
          data-tip-keys={keyOf(same)}
          data-tip-at="top"
          onClick={() => same.run(actions)}
        >
          {words.giveSame(sameLabel)}
        </Button>
      )}
      {mayEdit && (
        <Button
          size="small"
          icon={<LabelIcon aria-hidden />}
          data-tip={relabel.sentence}
          data-tip-keys={keyOf(relabel)}
          data-tip-at="top"
          onClick={() => relabel.run(actions)}
        >
          {relabel.name}
        </Button>
      )}
    </FloatingBar>
  )
}
