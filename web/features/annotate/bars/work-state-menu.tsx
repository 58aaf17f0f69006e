import type { WorkState } from '../../../../shared/contracts/annotations.ts'
import { workWords } from '../../../annotation/work-words.ts'
import { ChevronDownIcon } from '../../../ui/icons.tsx'
import { MenuButton } from '../../../ui/menu.tsx'

const states: { id: WorkState; label: string; description: string }[] = [
  { id: 'reviewed', label: 'Reviewed', description: 'I have reviewed the annotations of others' },
  { id: 'done', label: 'Done', description: 'Stay on this image' },
  { id: 'inWork', label: 'In work', description: 'I have not finished this image' },
  { id: 'notSeen', label: 'Not seen', description: 'Clears my work state' }
]

/** Menu that shows and sets the work state of an image. */
export function WorkStateMenu({ state, onState }: { state: WorkState; onState: (state: WorkState) => void }) {
  return (
    <MenuButton
      label={`This image is ${workWords[state]}`}
      iconOnly
      size="small"
      items={states.map(each => ({ ...each, onAction: () => onState(each.id) }))}
    >
      <ChevronDownIcon aria-hidden />
    </MenuButton>
  )
}
