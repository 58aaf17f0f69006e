import { TextCommandButton } from '../../../ui/command-button.tsx'
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
      <TextCommandButton command={clear} variant="quiet" onClick={() => clear.run(actions)} />
      {mayEdit && sameLabel !== null && (
        <TextCommandButton command={same} variant="primary" icon={<CheckIcon aria-hidden />} onClick={() => same.run(actions)}>
          {words.giveSame(sameLabel)}
        </TextCommandButton>
      )}
      {mayEdit && <TextCommandButton command={relabel} icon={<LabelIcon aria-hidden />} onClick={() => relabel.run(actions)} />}
    </FloatingBar>
  )
}
