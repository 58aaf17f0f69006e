import type { WorkState } from '../../../../shared/contracts/annotations.ts'
import { workWords } from '../../../annotation/work-words.ts'
import { ChevronDownIcon } from '../../../ui/icons.tsx'
import { MenuButton } from '../../../ui/menu.tsx'
import * as texts from '../texts.ts'

/** Work states as entries of a menu. */
export const workStates = (['reviewed', 'done', 'inWork', 'notSeen'] as const).map(id => ({ id, ...texts.workState[id] }))

/** Menu that shows and sets the work state of an image. */
export function WorkStateMenu({ state, onState }: { state: WorkState; onState: (state: WorkState) => void }) {
  return (
    <MenuButton
      label={texts.workState.label(workWords[state])}
      iconOnly
      size="small"
      items={workStates.map(each => ({ ...each, onAction: () => onState(each.id) }))}
    >
      <ChevronDownIcon aria-hidden />
    </MenuButton>
  )
}
